using Azure;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Programs;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

public sealed class ProgramLogsTests
{
    private readonly InMemoryBlobStore _blobs = new(new FakeTimeProvider());

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_log_that_is_kept_leaves_nothing_to_say_and_counts_as_much_as_is_kept_of_it()
    {
        await _blobs.CreateAsync(Cancelled);
        var longer = ResultWith(new('x', TaskLogStore.MostBytes + 1));

        Assert.Equal(new(TaskLogStore.MostBytes, ""), await Logs().KeepAsync(new FakeTaskContext(), longer, Cancelled));
        Assert.Equal(new(4, ""), await Logs().KeepAsync(new FakeTaskContext(), ResultWith("said"), Cancelled));
        Assert.Equal(new(0, ""), await Logs().KeepAsync(new FakeTaskContext(), ResultWith(""), Cancelled));
        Assert.Single(await _blobs.ListAsync("", Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_log_that_cannot_be_kept_is_a_sentence_and_no_failure()
    {
        var (bytes, said) = await Logs(new FullBlobs()).KeepAsync(new FakeTaskContext(), ResultWith("said"), Cancelled);

        Assert.Equal(0, bytes);
        Assert.StartsWith("The program's log could not be kept: ", said, StringComparison.Ordinal);
        Assert.Equal($"It failed. {said} Its log ends: said", ProgramLogText.With("It failed.", ResultWith("said"), said));
    }

    private ProgramLogs Logs(IBlobStore? blobs = null) => new(new TaskLogStore(blobs ?? _blobs), NullLogger<ProgramLogs>.Instance);

    private static SandboxResult ResultWith(string log) => new() { End = SandboxEnd.Exited, Log = System.Text.Encoding.UTF8.GetBytes(log) };

    private sealed class FullBlobs : IBlobStore
    {
        public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) => throw new RequestFailedException(507, "the account is full");

        public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => throw new NotSupportedException();

        public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task CreateAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
