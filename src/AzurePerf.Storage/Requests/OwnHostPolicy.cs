using Azure.Core;
using Azure.Core.Pipeline;
using AzurePerf.Core.Targets;

namespace AzurePerf.Storage.Requests;

/// <summary>Sends nothing that signs in to an account to another host, whatever a client library or an answer of the service made of the
/// address.</summary>
internal sealed class OwnHostPolicy(StorageAccountAddress account) : HttpPipelineSynchronousPolicy
{
    public override void OnSendingRequest(HttpMessage message) =>
        account.RequireOwn(message.Request.Uri.Scheme, message.Request.Uri.Host, message.Request.Uri.Port);
}
