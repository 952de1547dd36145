using System.Net;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;

namespace AzurePerf.UnitTests.StandIns;

/// <summary>A table client whose requests go to a script.</summary>
internal sealed class RecordedTable
{
    public const string AccountKey = "c2VjcmV0LWtleS1vZi10aGUtdGVzdHM=";

    public RecordedTable(params Func<HttpResponseMessage>[] answers)
    {
        Wire = new RecordingHandler(answers.Length == 0 ? [() => RecordingHandler.Answer(HttpStatusCode.NoContent)] : answers);
        Options = new TableClientOptions
        {
            Transport = new HttpClientTransport(Wire),
            Retry = { Delay = TimeSpan.FromMilliseconds(1), MaxDelay = TimeSpan.FromMilliseconds(2) },
        };
    }

    public RecordingHandler Wire { get; }

    public TableClientOptions Options { get; }

    public TableClient Client => new(new Uri("https://acct.table.core.windows.net"), "planets", Credential, Options);

    public TableServiceClient Service => new(new Uri("https://acct.table.core.windows.net"), Credential, Options);

    public static TableSharedKeyCredential Credential => new("acct", AccountKey);
}
