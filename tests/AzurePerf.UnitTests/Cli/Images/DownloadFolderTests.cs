using AzurePerf.Cli.Images;
using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class DownloadFolderTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-images-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task What_is_written_of_a_file_is_on_the_disk_at_once_so_that_a_full_one_is_noticed_there()
    {
        await using var file = new DownloadFolder(_folder).Begin(new("picture.png", ""), tag: null);

        await file.WriteAsync(0, async stream =>
        {
            await stream.WriteAsync(new byte[] { 1, 2, 3 });
            Assert.Equal(3, Assert.Single(_folder.GetFiles()).Length);
        });
    }

    [Fact]
    public async Task A_disk_that_is_full_when_a_file_is_closed_is_said()
    {
        var target = Path.Combine(_folder.FullName, "picture.png");
        await using var file = new UnfinishedFile(target + "-part", target, new FullDisk(target + "-part"), tag: null);

        var failure = await Assert.ThrowsAsync<CommandFailure>(() => file.FinishAsync(replaces: false));

        Assert.Equal($"{target} cannot be written: No space left on device", failure.Message);
    }

    private sealed class FullDisk(string path) : FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None)
    {
        private bool _isDisposed;

        public override async ValueTask DisposeAsync()
        {
            await base.DisposeAsync();
            if (!_isDisposed)
            {
                _isDisposed = true;
                throw new IOException("No space left on device");
            }
        }
    }
}
