using System.Globalization;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Azure.Data.Tables.Accounts;

/// <summary>Signs each attempt anew: the service refuses a date older than fifteen minutes.</summary>
internal sealed class SharedKeyLitePolicy(TableSharedKeyCredential credential) : HttpPipelineSynchronousPolicy
{
    public override void OnSendingRequest(HttpMessage message)
    {
        Request request = message.Request;
        string date = DateTimeOffset.UtcNow.ToString("R", CultureInfo.InvariantCulture);
        request.Headers.SetValue("x-ms-date", date);
        request.Headers.SetValue("Authorization", credential.Authorization(date, request.Uri.ToUri().AbsolutePath));
    }
}
