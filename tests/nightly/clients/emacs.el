;;; emacs.el --- a session of Emacs and dap-mode without a window  -*- lexical-binding: t -*-
;; Arguments behind "--": the tool, the program, its source, the line of the breakpoint. What it saw is
;; written to standard output, a line each.

(require 'package)
(package-initialize)
(require 'dap-mode)
(require 'dap-ui)
(pcase-let* ((`("--" ,tool ,program ,source ,line) command-line-args-left)
             (home (getenv "HOME")))
  (setq command-line-args-left nil
        lsp-session-file (expand-file-name "lsp" home)
        dap-breakpoints-file (expand-file-name "breakpoints" home))
  (dap-register-debug-provider
   "faultline" (lambda (conf) (plist-put conf :dap-server-path (list tool "dap"))))

  (defun tell (format &rest args)
    (princ (concat (apply #'format format args) "\n")))

  (defun until (what fits)
    "Serve processes until FITS gives something, and return that."
    (with-timeout (60 (error "Waited in vain for %s" what))
      (let (found)
        (while (not (setq found (funcall fits)))
          (accept-process-output nil 0.05))
        found)))

  (defun ask (command arguments)
    "The body of the answer to a request."
    (let (answer)
      (dap--send-message (dap--make-request command arguments)
                         (lambda (result) (setq answer result))
                         (dap--cur-session))
      (gethash "body" (until command (lambda () answer)))))

  (defun frame () (dap--debug-session-active-frame (dap--cur-session)))

  (defun tell-frame (what)
    (let ((frame (until what #'frame)))
      (tell "%s %s:%d" what (gethash "name" frame) (gethash "line" frame))
      frame))

  (find-file source)
  (forward-line (1- (string-to-number line)))
  (dap-breakpoint-add)
  (dap-debug (list :type "faultline" :request "launch" :name "run" :program program
                   :cwd (file-name-directory program)))
  (let* ((frame (tell-frame "stopped"))
         (thread (dap--debug-session-thread-id (dap--cur-session)))
         (stack (gethash "stackFrames" (ask "stackTrace" (list :threadId thread))))
         (scopes (gethash "scopes" (ask "scopes" (list :frameId (gethash "id" frame))))))
    (tell "stack %s" (mapconcat (lambda (f) (gethash "name" f)) stack " "))
    (dolist (scope (seq-remove (lambda (s) (equal (gethash "name" s) "Registers")) scopes))
      (dolist (v (gethash "variables"
                          (ask "variables" (list :variablesReference (gethash "variablesReference" scope)))))
        (tell "variable %s = %s" (gethash "name" v) (gethash "value" v)))))
  (tell "at %s:%d" (file-name-nondirectory buffer-file-name) (line-number-at-pos))
  (dap-next (dap--cur-session))
  (tell-frame "stepped")
  (let ((process (dap--debug-session-proc (dap--cur-session))))
    (dap-disconnect (dap--cur-session))
    (until "the end" (lambda () (not (process-live-p process))))
    (tell "ended %s" (process-exit-status process))))
;;; emacs.el ends here
