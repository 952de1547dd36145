namespace AzurePerf.Web.Problems;

/// <summary>Every kind of error, sorted by status. docs/api.md lists the same.</summary>
internal static class ProblemTypes
{
    public static readonly ProblemType InvalidRun = new("invalid-run", 400, "The run request is not valid",
        "Correct each field in errors; its key is the path of the field, empty for the whole body. "
        + "GET /api/v1/experiments lists parameters, units and ranges. Nothing was stored.");

    public static readonly ProblemType InvalidSchedule = new("invalid-schedule", 400, "The schedule is not valid",
        "Correct each field in errors; those of its run request begin with run. Nothing was stored.");

    public static readonly ProblemType InvalidView = new("invalid-view", 400, "The view is not valid",
        "Correct each field in errors: a view has a name, and the address of a page of this portal. Nothing was stored.");

    public static readonly ProblemType InvalidRequest = new("invalid-request", 400, "The request is not valid",
        "Correct each query parameter, header or member in errors. Nothing was stored.");

    public static readonly ProblemType InvalidProgram = new("invalid-program", 400, "The file is not a program that can be run here",
        "Correct what detail says; azureperf programs add checks the same before it sends. Nothing was stored.");

    public static readonly ProblemType ForeignHost = new("foreign-host", 400, "This host name is not served",
        "In local mode use localhost, 127.0.0.1 or [::1]; else a name in Access:AllowedHosts.");

    public static readonly ProblemType HttpsNeeded = new("https-needed", 400, "Pages are shown over HTTPS only",
        "Open the same address with https. Behind a proxy that ends HTTPS set Access:TrustForwardedHeaders.");

    public static readonly ProblemType SignInNeeded = new("sign-in-needed", 401, "Sign-in required",
        "Send a key: Authorization: Bearer azp_...; azureperf takes it from AZUREPERF_KEY or --key-file. Administrators make keys; "
            + "anyone who has the control account makes the first one with azureperf keys create --first.");

    public static readonly ProblemType KeyRefused = new("key-refused", 401, "The key was not accepted",
        "Check that all of it was sent and that it was made for this host. An administrator sees with azureperf keys list whether it has "
            + "expired or was revoked.");

    public static readonly ProblemType NoRole = new("no-role", 403, "You are signed in, but have no role here",
        "Ask an administrator for the app role AzurePerf.Read, AzurePerf.Submit, AzurePerf.Programs or AzurePerf.Admin.");

    public static readonly ProblemType ScopeMissing = new("scope-missing", 403, "You may not do this",
        "Read pages and answers with the scope read, submit runs with submit, upload programs with programs, manage keys with admin. Ask "
            + "an administrator for a key with the scope that you need, or for its app role.");

    public static readonly ProblemType NotOwner = new("not-owner", 403, "This belongs to somebody else",
        "Only its owner and administrators may change it.");

    public static readonly ProblemType CrossSite = new("cross-site", 403, "Requests from other sites are refused",
        "Only pages of this host, and programs that are no browser, may change anything.");

    public static readonly ProblemType NotFound = new("not-found", 404, "There is nothing at this address",
        "Check the path, and the id in it: GET /api/v1/openapi.json has every address, and GET on the address without the id lists what "
            + "there is.");

    public static readonly ProblemType MethodNotAllowed = new("method-not-allowed", 405, "This address does not take this method",
        "The Allow header of the answer names the methods it takes.");

    public static readonly ProblemType KeyNameTaken = new("key-name-taken", 409, "Another key in use has this name",
        "Choose another name, revoke that key, or replace it: replaces takes its id.");

    public static readonly ProblemType ScheduleNameTaken = new("schedule-name-taken", 409, "Another schedule has this name",
        "Choose another name, or remove that schedule first. Several schedules may have no name.");

    public static readonly ProblemType TooManySchedules = new("too-many-schedules", 409, "There are as many schedules as there may be",
        "Remove schedules that nobody needs any more; DELETE /api/v1/schedules/{id} or the page of the schedules does it.");

    public static readonly ProblemType ViewNameTaken = new("view-name-taken", 409, "Another view has this name",
        "Choose another name, or remove that view first. Upper and lower case are the same here.");

    public static readonly ProblemType TooManyViews = new("too-many-views", 409, "There are as many views as there may be",
        "Remove views that nobody needs any more; DELETE /api/v1/views/{id} or the page of the saved views does it.");

    public static readonly ProblemType ShareLinksOff = new("share-links-off", 409, "Links are off on this host",
        "The operator set Web:ShareLinks to off. Export the page as an HTML or Markdown file instead.");

    public static readonly ProblemType TooManyShares = new("too-many-shares", 409, "There are as many links as there may be",
        "End links that nobody needs any more; DELETE /api/v1/shares/{id} or the page of the shared links does it.");

    public static readonly ProblemType ProgramsNotAllowed = new("programs-not-allowed", 409, "Users' own programs are not allowed here",
        "The operator allows them with Programs:Allowed, for this host and for the bag workers.");

    public static readonly ProblemType ProgramRevoked = new("program-revoked", 409, "This program was revoked",
        "A revoked program stays revoked. GET /api/v1/programs says by whom. A changed program has another hash.");

    public static readonly ProblemType TooManyPrograms = new("too-many-programs", 409, "There are as many programs as there may be",
        "Revoke programs that nobody needs any more: revoked ones do not count. DELETE /api/v1/programs/{hash} or the page of the programs "
            + "does it.");

    public static readonly ProblemType RunEnded = new("run-ended", 409, "The run has ended",
        "A run that is completed, with errors or without, failed or cancelled does not change any more.");

    public static readonly ProblemType RunNotEnded = new("run-not-ended", 409, "The run has not ended",
        "Follow it with GET /api/v1/runs/{id} and ask again when it has ended.");

    public static readonly ProblemType NotScaled = new("not-scaled", 409, "The limits of the pool were not changed",
        "Somebody must scale the pool: azureperf up with --min-workers and --max-workers, or Container Apps. Measurements that run are "
            + "ended with force only.");

    public static readonly ProblemType NothingToRetry = new("nothing-to-retry", 409, "No point of the run can be measured again",
        "A retry measures the points that failed or were never measured. To measure all of them again, rerun the run.");

    public static readonly ProblemType Stale = new("stale", 412, "Somebody changed it since",
        "Read it again, and send the change with its new ETag if it is still meant. Nothing was changed.");

    public static readonly ProblemType BodyTooLarge = new("body-too-large", 413, "The request body is too large",
        "A run request has at most 64 KiB, a program 64 MiB. Nothing was stored.");

    public static readonly ProblemType NotJson = new("not-json", 415, "The request body must be JSON",
        "Send Content-Type: application/json, in UTF-8.");

    public static readonly ProblemType NoForm = new("no-form", 415, "The form cannot be read",
        "Pages take forms as browsers send them: Content-Type: application/x-www-form-urlencoded, in UTF-8. Programs use the API.");

    public static readonly ProblemType NotZip = new("not-zip", 415, "The request body must be a zip file",
        "Send the zip as the body, with Content-Type: application/zip.");

    public static readonly ProblemType KeyReused = new("idempotency-key-reused", 422, "The Idempotency-Key belongs to another request",
        "Use a new key for a new request, and the same key only to repeat one.");

    public static readonly ProblemType OverLimit = new("over-limit", 422, "The run would exceed a limit",
        "Each key of errors is a limit that the operator set. Ask for less, or on another day (UTC) where the limit is one of a day. "
            + "Nothing was stored.");

    public static readonly ProblemType NothingToCompare = new("nothing-to-compare", 422, "The runs have nothing in common to compare",
        "Compare two runs of one experiment that measured at least one configuration both.");

    public static readonly ProblemType ConditionRequired = new("condition-required", 428, "The change must say what it is a change of",
        "Send If-Match with the ETag that reading it gave, or * for whatever is stored. Nothing was changed.");

    public static readonly ProblemType TooManyRequests = new("too-many-requests", 429, "Too many requests",
        "Wait the seconds in Retry-After. GET /api/v1/limits has the limits.");

    public static readonly ProblemType TooManyRuns = new("too-many-runs", 429, "Too many runs have not ended",
        "Submit the run again when some have ended, or cancel some. GET /api/v1/limits has the limits. Nothing was stored.");

    public static readonly ProblemType BadRequest = new("bad-request", 400, "The request cannot be understood",
        "Check the request against docs/api.md.");

    public static readonly ProblemType Internal = new("internal-error", 500, "The server failed",
        "This is a fault of AzurePerf: the log has it under the trace id.");

    public static readonly ProblemType StorageUnavailable = new("storage-unavailable", 503, "The control account does not answer",
        "Try again after the seconds in Retry-After. If it stays, check AZUREPERF_CONTROL and that the account or emulator is up; "
        + "GET /health/ready says what is wrong.");

    public static readonly ProblemType SignInUnproven = new("sign-in-unproven", 503, "Who signed in cannot be believed now",
        "Nothing has shown recently that Container Apps takes identity headers away that come from outside, so that anybody could have "
        + "written yours. "
        + "Try again after the seconds in Retry-After. If it stays, switch on authentication of the container app (deploy/sign-in); keys "
        + "go on to work.");

    public static IReadOnlyList<ProblemType> All { get; } =
    [
        InvalidRun, InvalidSchedule, InvalidView, InvalidRequest, InvalidProgram, BadRequest, ForeignHost, HttpsNeeded, SignInNeeded,
        KeyRefused, CrossSite, NoRole, ScopeMissing, NotOwner, NotFound,
        MethodNotAllowed, KeyNameTaken, ScheduleNameTaken, TooManySchedules, ViewNameTaken, TooManyViews, ShareLinksOff, TooManyShares,
        ProgramsNotAllowed,
        ProgramRevoked, TooManyPrograms, RunEnded,
        RunNotEnded, NothingToRetry, NotScaled, Stale, BodyTooLarge, NotJson, NoForm, NotZip, KeyReused, OverLimit, NothingToCompare,
        ConditionRequired, TooManyRequests, TooManyRuns, Internal, StorageUnavailable, SignInUnproven,
    ];

    /// <summary>The kind of an answer that has a status and nothing else.</summary>
    public static ProblemType ForStatus(int status) => status switch
    {
        401 => SignInNeeded,
        403 => ScopeMissing,
        404 => NotFound,
        405 => MethodNotAllowed,
        413 => BodyTooLarge,
        415 => NotJson,
        429 => TooManyRequests,
        503 => StorageUnavailable,
        >= 400 and < 500 => BadRequest with { Status = status },
        _ => Internal,
    };
}
