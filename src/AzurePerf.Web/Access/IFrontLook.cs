using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Sends identity headers to this host from outside and tells what became of them.</summary>
internal interface IFrontLook
{
    /// <summary>Answers within seconds; a request that fails tells nothing.</summary>
    Task<FrontSighting> LookAsync(CancellationToken cancellationToken);
}
