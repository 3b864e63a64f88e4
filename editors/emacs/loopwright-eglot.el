;;; loopwright-eglot.el --- Loopwright with eglot -*- lexical-binding: t -*-

;; (require 'loopwright-eglot), then M-x eglot in a C, C++ or CUDA buffer.
;; `loopwright-trusted' lets the server start a compiler and run what you ask it to run; see docs/editors.md.

;;; Code:

(require 'eglot)

(defgroup loopwright nil "OpenACC directives with evidence." :group 'tools)

(defcustom loopwright-command '("loopwright" "lsp")
  "How the server is started." :type '(repeat string))

(defcustom loopwright-trusted nil
  "Whether the server may start compilers and run code, in every folder that you open." :type 'boolean)

(defun loopwright--contact (&optional _interactive)
  "The server and what it is told."
  (append loopwright-command
          (list :initializationOptions (list :trusted (if loopwright-trusted t :json-false)))))

(add-to-list 'eglot-server-programs
             (cons '(c-mode c++-mode c-ts-mode c++-ts-mode cuda-mode) #'loopwright--contact))

(defun loopwright-ask (command &rest arguments)
  "Ask the server for COMMAND with ARGUMENTS and return the answer."
  (jsonrpc-request (or (eglot-current-server) (user-error "Loopwright is not running in this buffer"))
                   :workspace/executeCommand
                   (list :command command :arguments (vconcat arguments))
                   :timeout 120))

(defun loopwright--here ()
  "This buffer's URI and line."
  (list (plist-get (eglot--TextDocumentIdentifier) :uri) (line-number-at-pos nil t)))

(defun loopwright--show (name text mode)
  "TEXT in a buffer NAME in MODE."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (funcall mode)
    (setq buffer-read-only t)
    (display-buffer (current-buffer))))

;;;###autoload
(defun loopwright-others ()
  "Choose another directive for the loop at point."
  (interactive)
  (message "%s" (apply #'loopwright-ask "loopwright.server.others" (loopwright--here))))

;;;###autoload
(defun loopwright-why ()
  "Show the evidence for the loop at point."
  (interactive)
  (loopwright--show "*loopwright why*" (apply #'loopwright-ask "loopwright.server.why" (loopwright--here)) #'text-mode))

;;;###autoload
(defun loopwright-test ()
  "Run the function around point on generated inputs."
  (interactive)
  (message "%s" (apply #'loopwright-ask "loopwright.server.test" (loopwright--here))))

;;;###autoload
(defun loopwright-doctor ()
  "Show what the server found on this machine."
  (interactive)
  (loopwright--show "*loopwright doctor*" (loopwright-ask "loopwright.server.doctor") #'text-mode))

(defun loopwright--kernel ()
  "The name of the kernel at point, or of the next one."
  (save-excursion
    (end-of-line)
    (let ((pattern "__global__[^(;{]*?\\([[:alnum:]_]+\\)[[:space:]]*("))
      (if (or (re-search-backward pattern nil t) (re-search-forward pattern nil t))
          (match-string-no-properties 1)
        (user-error "There is no kernel in this buffer")))))

;;;###autoload
(defun loopwright-preview ()
  "Show the CPU code of the kernel at point."
  (interactive)
  (let* ((kernel (loopwright--kernel))
         (found (loopwright-ask "loopwright.server.translate" (car (loopwright--here)) kernel)))
    (loopwright--show (format "*loopwright %s*" kernel) (plist-get found :text) #'c++-mode)))

;;;###autoload
(defun loopwright-loops ()
  "List the loops worth porting, the most rewarding first."
  (interactive)
  (let ((found (plist-get (loopwright-ask "loopwright.server.loops" nil) :loops)))
    (loopwright--show "*loopwright loops*"
                      (mapconcat (lambda (loop)
                                   (format "%s:%d: %s: %s" (plist-get loop :file) (plist-get loop :line)
                                           (or (plist-get loop :pattern) "loop") (plist-get loop :title)))
                                 found "\n")
                      #'compilation-mode)))

(provide 'loopwright-eglot)
;;; loopwright-eglot.el ends here
