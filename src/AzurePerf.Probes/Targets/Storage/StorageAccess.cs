using System.Diagnostics;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>How to open service clients on one account: its address and, where it is named by URI, the credential that signs in.</summary>
/// <param name="Address">The configured account; no request goes anywhere else.</param>
/// <param name="Credential">Null when the address carries a key.</param>
internal sealed record StorageAccess(StorageAccountAddress Address, TokenCredential? Credential)
{
    /// <summary>A failure is data: it must not be hidden behind a second attempt.</summary>
    public const int MeasuredRetries = 0;

    /// <summary>Clients whose every failure shows: nothing is retried, and each request that goes out is counted.</summary>
    public StorageClients OpenMeasured(HttpPipelineTransport transport, HttpPipelinePolicy wireRequests, TimeSpan networkTimeout) =>
        Open(transport, options =>
    {
        options.Retry.MaxRetries = MeasuredRetries;
        options.Retry.NetworkTimeout = networkTimeout;
        options.AddPolicy(wireRequests, HttpPipelinePosition.PerRetry);
        options.AddPolicy(new PlainRequestPolicy(), HttpPipelinePosition.BeforeTransport);
    });

    /// <summary>Clients for harness work, with the retries that an application has by default.</summary>
    public StorageClients OpenForSetUp(HttpPipelineTransport transport, HttpPipelinePolicy requests) =>
        Open(transport, options => options.AddPolicy(requests, HttpPipelinePosition.PerRetry));

    private StorageClients Open(HttpPipelineTransport transport, Action<ClientOptions> configure)
    {
        var blobs = Configured(new BlobClientOptions());
        var queues = Configured(new QueueClientOptions());
        var tables = Configured(new TableClientOptions());
        return Address.AccountKey is { } key
            ? WithKey(new(Address.AccountName, key), new(Address.AccountName, key))
            : new(new(Address.BlobEndpoint, Credential, blobs), new(Address.QueueEndpoint, Credential, queues),
                new(Address.TableEndpoint, Credential, tables));

        StorageClients WithKey(StorageSharedKeyCredential key, TableSharedKeyCredential tableKey) =>
            new(new(Address.BlobEndpoint, key, blobs), new(Address.QueueEndpoint, key, queues),
                new(Address.TableEndpoint, tableKey, tables));

        TOptions Configured<TOptions>(TOptions options)
            where TOptions : ClientOptions
        {
            options.Transport = transport;
            options.Diagnostics.IsLoggingEnabled = false;
            options.Diagnostics.IsDistributedTracingEnabled = false;
            options.Diagnostics.IsTelemetryEnabled = false;
            options.AddPolicy(new OwnHostPolicy(Address), HttpPipelinePosition.BeforeTransport);
            configure(options);
            return options;
        }
    }

    /// <summary>
    /// Takes away what the clients add for reasons of their own. After a throttled request the storage clients ask for a minute before each
    /// body whether they may send it: one failure would change the latencies after it, and only the blob client has an option against it.
    /// And inside a span that somebody listens to, every request names the trace, with distributed tracing switched off too.
    /// </summary>
    private sealed class PlainRequestPolicy : HttpPipelineSynchronousPolicy
    {
        public override void OnSendingRequest(HttpMessage message)
        {
            var headers = message.Request.Headers;
            headers.Remove("Expect");
            if (Activity.Current is not null)
            {
                headers.Remove("traceparent");
                headers.Remove("tracestate");
                headers.Remove("Request-Id");
                headers.Remove("Correlation-Context");
            }
        }
    }
}

/// <summary>Sends nothing that signs in to an account to another host, whatever a client library or an answer of the service made of the
/// address.</summary>
internal sealed class OwnHostPolicy(StorageAccountAddress account) : HttpPipelineSynchronousPolicy
{
    public override void OnSendingRequest(HttpMessage message) =>
        account.RequireOwn(message.Request.Uri.Scheme, message.Request.Uri.Host, message.Request.Uri.Port);
}
