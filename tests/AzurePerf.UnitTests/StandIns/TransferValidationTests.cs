using System.Globalization;
using System.Net;
using Azure.Core.Pipeline;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using AzurePerf.Testing.Http;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

/// <summary>The storage client checks a download with the algorithm that stands on our hash base class.</summary>
public sealed class TransferValidationTests
{
    private static readonly byte[] Content = [.. Enumerable.Range(0, 5_000).Select(i => (byte)i)];

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_download_whose_checksum_is_right_is_accepted()
    {
        BlobDownloadResult result = await DownloadAsync(StorageCrc64.Base64(Content));

        Assert.Equal(Content, result.Content.ToArray());
    }

    [Fact]
    public async Task A_download_whose_checksum_is_wrong_is_refused()
        => await Assert.ThrowsAsync<InvalidDataException>(() => DownloadAsync(StorageCrc64.Base64([1, 2, 3])));

    private static async Task<BlobDownloadResult> DownloadAsync(string checksum)
    {
        var wire = new RecordingHandler(() => Blob(checksum));
        var blob = new BlobClient(
            new Uri("https://acct.blob.core.windows.net/container/blob"),
            new BlobClientOptions { Transport = new HttpClientTransport(wire) });
        return await blob.DownloadContentAsync(
            new BlobDownloadOptions
            {
                TransferValidation = new DownloadTransferValidationOptions { ChecksumAlgorithm = StorageChecksumAlgorithm.StorageCrc64 },
            },
            Cancel);
    }

    private static HttpResponseMessage Blob(string checksum)
    {
        HttpResponseMessage answer = RecordingHandler.Answer(
            HttpStatusCode.OK,
            null,
            ("ETag", "\"1\""),
            ("x-ms-blob-type", "BlockBlob"),
            ("x-ms-content-crc64", checksum));
        answer.Content = new ByteArrayContent(Content);
        answer.Content.Headers.ContentLength = Content.Length;
        answer.Content.Headers.TryAddWithoutValidation(
            "Content-Range",
            string.Create(CultureInfo.InvariantCulture, $"bytes 0-{Content.Length - 1}/{Content.Length}"));
        return answer;
    }
}
