using Azure.Storage.Blobs.Specialized;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Blobs;
using AzurePerf.Probes.Content;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

[Collection(nameof(ProbeAccountCollection))]
public sealed class BlobProbeTests(ProbeAccount account)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(65_536, 0)]
    [InlineData(200_000, 4)]
    public async Task Each_client_uploads_blobs_of_its_own_with_the_content_of_the_run(int blobBytes, int blocks)
    {
        var options = new BlobUploadOptions { BlobBytes = blobBytes, BlockBytes = 65_536, Containers = 2 };
        await using var session = new ProbeSession(account, "blob.upload", options, Token);
        await session.PrepareAsync();
        await session.RunAsync(2);

        var expected = new Payload(ProbeSession.Seed, blobBytes);
        var names = new List<string>();
        foreach (var container in new[] { ProbeSession.Point + "x0", ProbeSession.Point + "x1" })
        {
            var client = account.Blobs.GetBlobContainerClient(container);
            await foreach (var blob in client.GetBlobsAsync(cancellationToken: Token))
            {
                names.Add(container[^1] + blob.Name);
                using var content = await client.GetBlobClient(blob.Name).OpenReadAsync(cancellationToken: Token);
                await VerifiedDrain.RunAsync(content, Stream.Null, expected, new byte[4_096], Token);

                // A blob sent in one request has no list of blocks.
                var list = await client.GetBlockBlobClient(blob.Name).GetBlockListAsync(cancellationToken: Token);
                Assert.Equal(blocks, list.Value.CommittedBlocks.Count());
            }
        }

        Assert.Equal(["0c000-00000000", "0c000-00000001", "0c002-00000000", "0c002-00000001", "1c001-00000000", "1c001-00000001"], names);
    }

    [Theory]
    [InlineData(BlobSink.None)]
    [InlineData(BlobSink.File)]
    public async Task A_blob_that_changed_is_corrupt(BlobSink sink)
    {
        await using var session = new ProbeSession(account, "blob.download", new BlobDownloadOptions { BlobBytes = 100_000, Sink = sink }, Token);
        await session.PrepareAsync();
        var blob = account.Blobs.GetBlobContainerClient(ProbeSession.Dataset + "x0").GetBlobClient("shared");

        await blob.UploadAsync(new Payload(ProbeSession.Seed + 1, 100_000).OpenRead(), overwrite: true, Token);
        await Assert.ThrowsAsync<CorruptDataException>(() => session.ExecuteAsync(0, 0));
        await blob.UploadAsync(new Payload(ProbeSession.Seed, 99_999).OpenRead(), overwrite: true, Token);
        await Assert.ThrowsAsync<CorruptDataException>(() => session.ExecuteAsync(0, 1));
        await blob.UploadAsync(new Payload(ProbeSession.Seed, 100_000).OpenRead(), overwrite: true, Token);
        Assert.Equal(1, (await session.ExecuteAsync(0, 2)).WireRequests);
    }

    [Fact]
    public async Task A_download_that_fails_closes_its_file_before_the_next_one_begins()
    {
        await using var session = new ProbeSession(account, "blob.download", new BlobDownloadOptions { BlobBytes = 100_000, Sink = BlobSink.File }, Token);
        await session.PrepareAsync();
        var blob = account.Blobs.GetBlobContainerClient(ProbeSession.Dataset + "x0").GetBlobClient("shared");
        const int odd = 99_877;
        await blob.UploadAsync(new Payload(ProbeSession.Seed, odd).OpenRead(), overwrite: true, Token);

        await Assert.ThrowsAsync<CorruptDataException>(() => session.ExecuteAsync(0, 0));

        // Only Linux lists the open files of a process.
        if (OperatingSystem.IsLinux())
        {
            Assert.DoesNotContain(odd, OpenFiles().ToArray());
        }

        static IEnumerable<long> OpenFiles()
        {
            foreach (var file in new DirectoryInfo("/proc/self/fd").EnumerateFiles())
            {
                long length;
                try
                {
                    if (file.LinkTarget?.StartsWith(Path.GetTempPath(), StringComparison.Ordinal) != true)
                    {
                        continue;
                    }

                    using var stream = new FileStream(file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                    length = stream.Length;
                }
                catch (IOException)
                {
                    // Closed meanwhile by another test.
                    continue;
                }

                yield return length;
            }
        }
    }
}
