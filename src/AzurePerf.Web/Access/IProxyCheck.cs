using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Sends identity headers to this host from outside and tells what became of them.</summary>
internal interface IProxyCheck
{
    /// <summary>Answers within seconds; a request that fails tells nothing.</summary>
    Task<ProxyCheckResult> LookAsync(CancellationToken cancellationToken);
}
