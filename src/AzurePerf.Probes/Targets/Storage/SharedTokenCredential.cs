using System.Collections.Concurrent;
using Azure.Core;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// Lets callers that ask for the same token at the same time share one request for it. Every client caches its tokens, but 192 clients
/// that start together would otherwise ask 192 times, and some credentials start a process per request.
/// </summary>
internal sealed class SharedTokenCredential(TokenCredential inner) : TokenCredential
{
    private readonly ConcurrentDictionary<string, Lazy<Task<AccessToken>>> _pending = new();

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        inner.GetToken(requestContext, cancellationToken);

    public override async ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        var key = string.Join('\n', [requestContext.TenantId, requestContext.Claims, .. requestContext.Scopes]);
        var pending = _pending.GetOrAdd(key, _ => new(() => AskAsync(key, requestContext)));
        return await pending.Value.WaitAsync(cancellationToken);
    }

    // Not cancelled with the caller that happened to be first: the others wait for the same answer.
    private async Task<AccessToken> AskAsync(string key, TokenRequestContext requestContext)
    {
        try
        {
            return await inner.GetTokenAsync(requestContext, CancellationToken.None);
        }
        finally
        {
            _pending.TryRemove(key, out _);
        }
    }
}
