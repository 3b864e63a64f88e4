;;; loopwright-lsp-mode.el --- Loopwright with lsp-mode -*- lexical-binding: t -*-

;; (require 'loopwright-lsp-mode), then M-x lsp. It runs beside clangd (`:add-on?').

;;; Code:

(require 'lsp-mode)

(defgroup loopwright nil "OpenACC directives with evidence." :group 'tools)

(defcustom loopwright-command '("loopwright" "lsp")
  "How the server is started." :type '(repeat string))

(defcustom loopwright-trusted nil
  "Whether the server may start compilers and run code, in every folder that you open." :type 'boolean)

(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection (lambda () loopwright-command))
  :activation-fn (lsp-activate-on "c" "cpp" "cuda")
  :initialization-options (lambda () (list :trusted (if loopwright-trusted t :json-false)))
  :add-on? t
  :server-id 'loopwright))

(provide 'loopwright-lsp-mode)
;;; loopwright-lsp-mode.el ends here
