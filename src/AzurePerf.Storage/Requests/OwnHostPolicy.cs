using Azure.Core;
using Azure.Core.Pipeline;
using AzurePerf.Core.Targets;

namespace AzurePerf.Storage.Requests;

/// <summary>
/// The last look at a request before it leaves: what signs in to an account goes to its own hosts and nowhere else, whatever a client library or an answer of the service made of
/// the address.
/// </summary>
internal sealed class OwnHostPolicy(StorageAccountAddress account) : HttpPipelineSynchronousPolicy
{
    public override void OnSendingRequest(HttpMessage message)
    {
        var uri = message.Request.Uri;
        if (!account.Owns(uri.Scheme, uri.Host, uri.Port))
        {
            throw new InvalidOperationException($"a request with the sign-in of account {account.AccountName} was about to go to {uri.Scheme}://{uri.Host}: it was not sent");
        }
    }
}
