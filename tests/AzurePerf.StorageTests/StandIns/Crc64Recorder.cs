using System.Collections.Concurrent;
using Azure.Core;
using Azure.Core.Pipeline;

namespace AzurePerf.StorageTests.StandIns;

/// <summary>Takes the checksum off each request before it is signed: the emulator refuses requests that have one.</summary>
internal sealed class Crc64Recorder : HttpPipelineSynchronousPolicy
{
    private const string Header = "x-ms-content-crc64";

    public ConcurrentBag<string> Checksums { get; } = [];

    public override void OnSendingRequest(HttpMessage message)
    {
        if (message.Request.Headers.TryGetValue(Header, out string? checksum))
        {
            Checksums.Add(checksum);
            message.Request.Headers.Remove(Header);
        }
    }
}
