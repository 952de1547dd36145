using Azure.Core;
using Azure.Core.Pipeline;

namespace AzurePerf.Storage.Requests;

/// <summary>Counts requests where the client library sends them, so that its own retries count too.</summary>
/// <param name="service">table, queue or blob.</param>
/// <param name="requests">Where they are counted.</param>
internal sealed class RequestCountPolicy(string service, ControlRequests requests) : HttpPipelineSynchronousPolicy
{
    public override void OnSendingRequest(HttpMessage message) =>
        requests.Note(service + "." + RequestKinds.Of(service, message.Request.Method.Method, message.Request.Uri.ToUri()));
}
