using AzurePerf.Core.Access;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Writes down every change that a caller asks for, before the caller hears what became of it. What is only wrong changes nothing
/// and is left out.</summary>
internal sealed partial class AuditTrail(AuditStore entries, ILogger<AuditTrail> logger)
{
    /// <summary>Follows a request to its answer.</summary>
    public void Watch(HttpContext context, Caller caller)
    {
        // Error pages are made by sending the request through once more: only the first time counts.
        if (!AccessConventions.ChangesSomething(context.Request) || AccessConventions.NeededFor(context) == AccessScope.Read
            || context.Features.Get<Watched>() is not null || context.GetEndpoint() is not RouteEndpoint endpoint)
        {
            return;
        }

        var action = $"{context.Request.Method} /{endpoint.RoutePattern.RawText?.Trim('/')}{HandlerOf(context)}";
        // Now: the page of a refusal is made by sending the request through once more, under another address.
        var addressed = AddressedOf(context.Request);
        context.Features.Set(new Watched());
        context.Response.OnStarting(() =>
            OutcomeOf(context.Response.StatusCode) is { } outcome && context.Features.Get<Watched>() is { IsNothing: false }
            ? AppendAsync(context, caller, action, SubjectOf(context, addressed), outcome)
            : Task.CompletedTask);
    }

    /// <summary>Says that a request changed nothing although it could have.</summary>
    public static void NoteNothing(HttpContext context) => context.Features.Set(new Watched(IsNothing: true));

    /// <summary>Says what a request changes, where neither its address nor that of what it made does.</summary>
    public static void NoteSubject(HttpContext context, string subject) => context.Features.Set(new Watched(Subject: subject));

    /// <summary>Writes down something that no address by itself says.</summary>
    public async Task AppendAsync(HttpContext context, Caller caller, string action, string subject, AuditOutcome outcome)
    {
        var from = RemoteAddress.Of(context);
        try
        {
            // What was done was done, also when the caller does not wait for the answer.
            await entries.AppendAsync(caller, action, subject, from, outcome, CancellationToken.None);
        }
        catch (Exception failure) when (StorageFailure.Matches(failure))
        {
            // It is done: an error now would make the caller do it again. The log takes the entry.
            LogLost(LogText.Of(caller.Name), caller.KeyId, action, LogText.Of(subject), from, outcome, StorageFailure.Describe(failure));
        }
    }

    private static AuditOutcome? OutcomeOf(int status) => status switch
    {
        < 400 => AuditOutcome.Done,
        StatusCodes.Status403Forbidden => AuditOutcome.Refused,
        // What error handling makes of a caller who hung up: nobody knows how far it came, so it is never left out.
        StatusCodes.Status499ClientClosedRequest => AuditOutcome.Failed,
        >= 500 => AuditOutcome.Failed,
        _ => null,
    };

    /// <summary>Which button of a page was pressed.</summary>
    private static string HandlerOf(HttpContext context) =>
        context.Request.Query["handler"].ToString() is { Length: > 0 and <= 40 } handler && handler.All(char.IsAsciiLetter)
            ? "?handler=" + handler
            : "";

    /// <summary>What the handler said, the id in the address, or that of what was made.</summary>
    private static string SubjectOf(HttpContext context, string addressed)
    {
        if (context.Features.Get<Watched>() is { Subject: { Length: > 0 } subject })
        {
            return subject;
        }

        var made = context.Response.Headers.Location.ToString();
        return AccessKeyText.Redact(addressed.Length > 0 ? addressed : made[(made.LastIndexOf('/') + 1)..]);
    }

    private static string AddressedOf(HttpRequest request) =>
        AddressedId.Of(request)
            ?? (request.RouteValues["id"] ?? request.RouteValues["pool"] ?? request.RouteValues["hash"]) as string
            ?? (request.Query["id"].ToString() is { Length: > 0 } id ? id : request.Query["hash"].ToString());

    [LoggerMessage(Level = LogLevel.Error,
        Message = "An entry of the audit is only here, because {Reason}: {Who} (key {KeyId}) {Action} {Subject} from {From}: {Outcome}")]
    private partial void LogLost(string who, string keyId, string action, string subject, string from, AuditOutcome outcome, string reason);

    private sealed record Watched(bool IsNothing = false, string Subject = "");
}
