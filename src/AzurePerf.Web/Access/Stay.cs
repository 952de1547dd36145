using AzurePerf.Core.Access;
using AzurePerf.Storage;

namespace AzurePerf.Web.Access;

/// <summary>Whether somebody who was let in some time ago still would be: what is served for long is asked that again and again.</summary>
internal sealed class Stay(KeyChecks keys, EndedSessions ended, TimeProvider time)
{
    /// <summary>The question to ask later about the caller of a request.</summary>
    public async Task<Func<CancellationToken, Task<bool>>> OfAsync(HttpContext context)
    {
        var caller = context.Caller();
        var session = caller.KeyId.Length > 0 && !FactsReader.ShowsKey(context.Request) ? await SessionCookie.FindAsync(context) : null;
        return cancellationToken => MayGoOnAsync(caller, session, cancellationToken);
    }

    /// <summary>A key that was revoked or has expired, a sign-out and the end of a sign-in all end it. While the control account is away
    /// nobody knows of any.</summary>
    private async Task<bool> MayGoOnAsync(Caller caller, Session? session, CancellationToken cancellationToken)
    {
        try
        {
            return await keys.StillOpensAsync(caller, cancellationToken)
                && (session is null || (time.GetUtcNow() < session.EndsAt && !await ended.IncludesAsync(session.Id, cancellationToken)));
        }
        catch (Exception away) when (StorageFailure.Matches(away) && !cancellationToken.IsCancellationRequested)
        {
            return true;
        }
    }
}
