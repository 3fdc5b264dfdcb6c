import EssentialFeed

/// The texts of the terminal program. Texts for standard error start with a lowercase letter and have no full stop at
/// the end.
enum ProgramStrings: CaseIterable, Sendable {
    case malformedImageURL
    case malformedImageID
    case imageToTerminal
    case cannotWriteFile
    case cacheInUse
    case cacheUnreadable
    case cacheUnwritable
    case cacheNotDeleted
    case cacheNotValidated
    /// Takes the time at which the feed was loaded, and the current time.
    case savedAhead
    case inMemory
    case diskFull
    case diskReadOnly
    case diskFailing
    case cacheNewer
    /// Like `cacheNewer`, for a command that only changes the cache.
    case cacheNotChanged
    case noRows
    /// Takes the requested number, and the number of photos.
    case noSuchRow
    case moreExists
    case columnDate
    case columnAuthor
    case columnLocation
    case columnDescription
    case statusServer
    case statusFeed
    case statusImages
    case statusFolder
    case statusNoFeed
    case statusFeedValid
    case statusFeedExpired
    case statusImagesOf
    case statusOffline
    case offlineComplete
    case offlinePartly
    case newestComplete
    case newestPartly
    case syncImages
    case syncTimeLeft
    case syncLimited
    case syncUnsaved
    case syncInterrupted
    case trustHint
    case cacheValid
    case cacheExpiredDeleted
    case cacheNothing
    case cacheCleared

    static let table = StringTable<ProgramStrings>([
        .english: [
            .trustHint:
                "if this is your server’s certificate, add --trust-fingerprint with the fingerprint",
            .malformedImageURL:
                "“%@” isn’t a photo’s address; use one from the feed, like http://host/image, or the photo’s number",
            .malformedImageID: "“%@” isn’t a photo’s id; use one from the feed, or the photo’s number",
            .imageToTerminal: "a terminal can’t show a photo; use -o FILE, or redirect the output",
            .cannotWriteFile: "“%@” can’t be written: %@; choose another file",
            .cacheInUse: "another program is using the cache; close it, then try again",
            .cacheUnreadable: "the cache can’t be read; clear it with “essential-feed cache clear”",
            .cacheUnwritable: "the cache can’t be written; check the folder %@",
            .cacheNotDeleted: "the cache couldn’t be deleted; check the folder %@",
            .cacheNotValidated: "the cache couldn’t be checked, and nothing was deleted; check the folder %@",
            .savedAhead:
                "the saved feed is dated in the future: it was loaded at %@, and now it is %@; it stays saved, but isn’t shown; check this computer’s clock, or clear the cache",
            .inMemory: "the cache folder can’t be used, so nothing new is saved; check %@",
            .diskFull: "the disk is full, so only what fits is saved; free up space on the disk that holds %@",
            .diskReadOnly: "the cache folder can’t be written, so nothing new is saved; check %@",
            .diskFailing: "the disk has errors, so nothing new is saved; check %@",
            .cacheNewer: "a newer version of this program wrote the cache, so nothing new is saved; use that version",
            .cacheNotChanged:
                "a newer version of this program wrote the cache, and nothing was changed; use that version",
            .noRows: "there is no saved feed from the last seven days; load one with “essential-feed feed” first",
            .noSuchRow: "the saved feed has no photo %@; use a number from 1 to %@",
            .moreExists: "there are more photos; use --pages %@",
            .columnDate: "Date",
            .columnAuthor: "Author",
            .columnLocation: "Location",
            .columnDescription: "Description",
            .statusServer: "Server",
            .statusFeed: "Feed",
            .statusImages: "Photos",
            .statusFolder: "Folder",
            .statusNoFeed: "none is saved",
            .statusFeedValid: "{%@ photo|%@ photos}, saved %@",
            .statusFeedExpired: "{%@ photo|%@ photos}, saved %@: expired",
            .statusImagesOf: "%@ of the feed’s, %@ in all, %@ of at most %@",
            .statusOffline: "Offline",
            .offlineComplete: "feed of {%@ photo|%@ photos}, %@ saved, complete offline",
            .offlinePartly: "feed of {%@ photo|%@ photos}, %@ saved",
            .newestComplete: "newest {%@ photo|%@ photos}, %@ saved, complete offline",
            .newestPartly: "newest {%@ photo|%@ photos}, %@ saved",
            .syncImages: "%@ of {%@ photo|%@ photos}",
            .syncTimeLeft: "%@ left",
            .syncLimited: "there isn’t room for all photos, so only what fits is saved",
            .syncUnsaved: "some photos couldn’t be saved; check the cache folder, then try again",
            .syncInterrupted:
                "interrupted: %@ of {%@ photo is|%@ photos are} saved; the next “essential-feed sync” continues from there",
            .cacheValid: "The saved feed is valid.",
            .cacheExpiredDeleted: "The saved feed had expired or was unreadable, and was deleted.",
            .cacheNothing: "Nothing is saved.",
            .cacheCleared: "The cache is cleared: %@ freed.",
        ],
        .greek: [
            .trustHint:
                "αν αυτό είναι το πιστοποιητικό του διακομιστή σας, προσθέστε --trust-fingerprint με το αποτύπωμα",
            .malformedImageURL:
                "το «%@» δεν είναι διεύθυνση φωτογραφίας· δώστε μία της ροής, όπως http://host/image, ή τον αριθμό της",
            .malformedImageID:
                "το «%@» δεν είναι αναγνωριστικό φωτογραφίας· δώστε ένα της ροής ή τον αριθμό της φωτογραφίας",
            .imageToTerminal: "μια φωτογραφία δεν εμφανίζεται σε τερματικό· δώστε -o FILE ή ανακατευθύνετε την έξοδο",
            .cannotWriteFile: "το «%@» δεν γράφεται: %@· διαλέξτε άλλο αρχείο",
            .cacheInUse: "άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη· κλείστε το και δοκιμάστε ξανά",
            .cacheUnreadable: "η προσωρινή μνήμη δεν διαβάζεται· καθαρίστε την με «essential-feed cache clear»",
            .cacheUnwritable: "η προσωρινή μνήμη δεν γράφεται· ελέγξτε τον φάκελο %@",
            .cacheNotDeleted: "η προσωρινή μνήμη δεν διαγράφηκε· ελέγξτε τον φάκελο %@",
            .cacheNotValidated: "η προσωρινή μνήμη δεν ελέγχθηκε και τίποτα δεν διαγράφηκε· ελέγξτε τον φάκελο %@",
            .savedAhead:
                "η αποθηκευμένη ροή έχει μελλοντική ημερομηνία: φορτώθηκε %@ και τώρα είναι %@· παραμένει αποθηκευμένη, αλλά δεν εμφανίζεται· ελέγξτε το ρολόι του υπολογιστή ή καθαρίστε την προσωρινή μνήμη",
            .inMemory:
                "ο φάκελος της προσωρινής μνήμης δεν μπορεί να χρησιμοποιηθεί και τίποτα νέο δεν αποθηκεύεται· ελέγξτε τον %@",
            .diskFull: "ο δίσκος είναι γεμάτος και αποθηκεύεται μόνο ό,τι χωρά· ελευθερώστε χώρο στον δίσκο του %@",
            .diskReadOnly:
                "ο φάκελος της προσωρινής μνήμης δεν γράφεται και τίποτα νέο δεν αποθηκεύεται· ελέγξτε τον %@",
            .diskFailing: "ο δίσκος έχει σφάλματα και τίποτα νέο δεν αποθηκεύεται· ελέγξτε τον %@",
            .cacheNewer:
                "νεότερη έκδοση του προγράμματος έγραψε την προσωρινή μνήμη και τίποτα νέο δεν αποθηκεύεται· χρησιμοποιήστε εκείνη την έκδοση",
            .cacheNotChanged:
                "νεότερη έκδοση του προγράμματος έγραψε την προσωρινή μνήμη και τίποτα δεν άλλαξε· χρησιμοποιήστε εκείνη την έκδοση",
            .noRows:
                "δεν υπάρχει αποθηκευμένη ροή των τελευταίων επτά ημερών· φορτώστε πρώτα μία με «essential-feed feed»",
            .noSuchRow: "η αποθηκευμένη ροή δεν έχει φωτογραφία %@· δώστε έναν αριθμό από 1 έως %@",
            .moreExists: "υπάρχουν κι άλλες φωτογραφίες· δώστε --pages %@",
            .columnDate: "Ημερομηνία",
            .columnAuthor: "Από",
            .columnLocation: "Τοποθεσία",
            .columnDescription: "Περιγραφή",
            .statusServer: "Διακομιστής",
            .statusFeed: "Ροή",
            .statusImages: "Φωτογραφίες",
            .statusFolder: "Φάκελος",
            .statusNoFeed: "καμία αποθηκευμένη",
            .statusFeedValid: "{%@ φωτογραφία|%@ φωτογραφίες}, αποθηκεύτηκε %@",
            .statusFeedExpired: "{%@ φωτογραφία|%@ φωτογραφίες}, αποθηκεύτηκε %@: έληξε",
            .statusImagesOf: "%@ της ροής, %@ συνολικά, %@ από το πολύ %@",
            .statusOffline: "Χωρίς σύνδεση",
            .offlineComplete:
                "ροή με {%@ φωτογραφία|%@ φωτογραφίες}, {%@ αποθηκευμένη|%@ αποθηκευμένες}, πλήρης χωρίς σύνδεση",
            .offlinePartly: "ροή με {%@ φωτογραφία|%@ φωτογραφίες}, {%@ αποθηκευμένη|%@ αποθηκευμένες}",
            .newestComplete:
                "{η %@ νεότερη φωτογραφία|οι %@ νεότερες φωτογραφίες}, {%@ αποθηκευμένη|%@ αποθηκευμένες}, πλήρεις χωρίς σύνδεση",
            .newestPartly: "{η %@ νεότερη φωτογραφία|οι %@ νεότερες φωτογραφίες}, {%@ αποθηκευμένη|%@ αποθηκευμένες}",
            .syncImages: "%@ από {%@ φωτογραφία|%@ φωτογραφίες}",
            .syncTimeLeft: "απομένουν %@",
            .syncLimited: "δεν υπάρχει χώρος για όλες τις φωτογραφίες και αποθηκεύονται μόνο όσες χωρούν",
            .syncUnsaved:
                "κάποιες φωτογραφίες δεν αποθηκεύτηκαν· ελέγξτε τον φάκελο της προσωρινής μνήμης και δοκιμάστε ξανά",
            .syncInterrupted:
                "διακόπηκε: {αποθηκεύτηκε %@|αποθηκεύτηκαν %@} από {%@ φωτογραφία|%@ φωτογραφίες}· το επόμενο «essential-feed sync» συνεχίζει από εκεί",
            .cacheValid: "Η αποθηκευμένη ροή ισχύει.",
            .cacheExpiredDeleted: "Η αποθηκευμένη ροή είχε λήξει ή δεν διαβαζόταν και διαγράφηκε.",
            .cacheNothing: "Τίποτα δεν είναι αποθηκευμένο.",
            .cacheCleared: "Η προσωρινή μνήμη καθαρίστηκε: ελευθερώθηκαν %@.",
        ],
        .brazilianPortuguese: [
            .trustHint:
                "se este for o certificado do seu servidor, acrescente --trust-fingerprint com a impressão digital",
            .malformedImageURL:
                "“%@” não é o endereço de uma foto; informe um do feed, como http://host/image, ou o número da foto",
            .malformedImageID: "“%@” não é o id de uma foto; informe um do feed ou o número da foto",
            .imageToTerminal: "um terminal não mostra fotos; informe -o FILE ou redirecione a saída",
            .cannotWriteFile: "“%@” não pode ser escrito: %@; escolha outro arquivo",
            .cacheInUse: "outro programa está usando o cache; feche-o e tente de novo",
            .cacheUnreadable: "o cache não pode ser lido; limpe-o com “essential-feed cache clear”",
            .cacheUnwritable: "o cache não pode ser escrito; verifique a pasta %@",
            .cacheNotDeleted: "o cache não pôde ser apagado; verifique a pasta %@",
            .cacheNotValidated: "o cache não pôde ser verificado, e nada foi apagado; verifique a pasta %@",
            .savedAhead:
                "o feed salvo tem uma data no futuro: foi carregado em %@, e agora são %@; ele continua salvo, mas não é mostrado; verifique o relógio deste computador ou limpe o cache",
            .inMemory: "a pasta do cache não pode ser usada, e nada de novo é salvo; verifique %@",
            .diskFull: "o disco está cheio, e só é salvo o que cabe; libere espaço no disco que contém %@",
            .diskReadOnly: "a pasta do cache não pode ser escrita, e nada de novo é salvo; verifique %@",
            .diskFailing: "o disco tem erros, e nada de novo é salvo; verifique %@",
            .cacheNewer:
                "uma versão mais nova deste programa escreveu o cache, e nada de novo é salvo; use essa versão",
            .cacheNotChanged:
                "uma versão mais nova deste programa escreveu o cache, e nada foi alterado; use essa versão",
            .noRows: "não há feed salvo dos últimos sete dias; carregue um antes com “essential-feed feed”",
            .noSuchRow: "o feed salvo não tem a foto %@; informe um número de 1 a %@",
            .moreExists: "há mais fotos; informe --pages %@",
            .columnDate: "Data",
            .columnAuthor: "Autor",
            .columnLocation: "Local",
            .columnDescription: "Descrição",
            .statusServer: "Servidor",
            .statusFeed: "Feed",
            .statusImages: "Fotos",
            .statusFolder: "Pasta",
            .statusNoFeed: "nenhum salvo",
            .statusFeedValid: "{%@ foto|%@ fotos}, salvo %@",
            .statusFeedExpired: "{%@ foto|%@ fotos}, salvo %@: expirado",
            .statusImagesOf: "%@ do feed, %@ ao todo, %@ de no máximo %@",
            .statusOffline: "Sem conexão",
            .offlineComplete: "feed de {%@ foto|%@ fotos}, {%@ salva|%@ salvas}, completo sem conexão",
            .offlinePartly: "feed de {%@ foto|%@ fotos}, {%@ salva|%@ salvas}",
            .newestComplete:
                "{a %@ foto mais nova|as %@ fotos mais novas}, {%@ salva|%@ salvas}, completas sem conexão",
            .newestPartly: "{a %@ foto mais nova|as %@ fotos mais novas}, {%@ salva|%@ salvas}",
            .syncImages: "%@ de {%@ foto|%@ fotos}",
            .syncTimeLeft: "faltam %@",
            .syncLimited: "não há espaço para todas as fotos, e só é salvo o que cabe",
            .syncUnsaved: "algumas fotos não puderam ser salvas; verifique a pasta do cache e tente de novo",
            .syncInterrupted:
                "interrompido: {%@ foto salva|%@ fotos salvas} de %@; o próximo “essential-feed sync” continua daí",
            .cacheValid: "O feed salvo é válido.",
            .cacheExpiredDeleted: "O feed salvo estava expirado ou ilegível e foi apagado.",
            .cacheNothing: "Nada está salvo.",
            .cacheCleared: "O cache está limpo: %@ liberados.",
        ],
    ])
}
