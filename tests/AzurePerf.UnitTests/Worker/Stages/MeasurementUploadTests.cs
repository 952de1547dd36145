using Azure;
using AzurePerf.Core.Measurements;
using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Measurements;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Stages;

public sealed class MeasurementUploadTests
{
    private const string Name = "aaaaaaaaaaaaaaaaaaaa/01/00000000/1/details.json.gz";

    [Theory]
    [InlineData(503, "ServerBusy")]
    [InlineData(403, "AuthorizationFailure")]
    public async Task What_was_measured_is_stored_when_the_control_account_answers_again_a_minute_later(int status, string code)
    {
        var (upload, account) = await AwayForAMinuteAsync(new(status, "no", code, null));
        var details = Details();

        var hash = await upload.StoreAsync(Name, new(details, null, 0, default), CancellationToken.None);

        Assert.Equal(FileHash.Of(details.ToFile()), hash);
        Assert.NotNull(await account.FindAsync(Name, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Who_must_stop_does_not_wait_for_the_account()
    {
        var (upload, account) = await AwayForAMinuteAsync(new(503, "no", "ServerBusy", null));
        using var stopping = new CancellationTokenSource();
        await stopping.CancelAsync();

        await Assert.ThrowsAsync<OperationCanceledException>(() => upload.StoreAsync(Name, new(Details(), null, 0, default), stopping.Token));
        Assert.Null(await account.FindAsync(Name, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Who_must_stop_stores_what_it_measured_in_part_when_the_account_answers()
    {
        var time = new FakeTimeProvider();
        var account = new InMemoryBlobStore(time);
        await account.CreateAsync(TestContext.Current.CancellationToken);
        using var stopping = new CancellationTokenSource();
        await stopping.CancelAsync();

        await Upload(account, time).StoreAsync(Name, new(Details(), null, 0, default), stopping.Token);

        Assert.NotNull(await account.FindAsync(Name, TestContext.Current.CancellationToken));
    }

    private static PointObservation Details() =>
        ClientMeasurements.Observed(ClientMeasurements.Client(0, 0, 1_000, completed: 7, overlap: 7));

    private static MeasurementUpload Upload(IBlobStore blobs, FakeTimeProvider time) =>
        new(new(blobs), new(time, NullLogger<ControlPlaneRetry>.Instance));

    private static async Task<(MeasurementUpload Upload, InMemoryBlobStore Account)> AwayForAMinuteAsync(RequestFailedException refusal)
    {
        var time = new FakeTimeProvider();
        time.TimerSet = time.Advance;
        var account = new InMemoryBlobStore(time);
        await account.CreateAsync(TestContext.Current.CancellationToken);
        return (Upload(new AwayFor(TimeSpan.FromMinutes(1), account, time, refusal), time), account);
    }

    /// <summary>An account that refuses for some time.</summary>
    private sealed class AwayFor(TimeSpan duration, IBlobStore blobs, FakeTimeProvider time, RequestFailedException refusal) : IBlobStore
    {
        public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) =>
            time.Elapsed < duration ? Task.FromException(refusal) : blobs.PutAsync(name, content, cancellationToken);

        public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => blobs.FindAsync(name, cancellationToken);

        public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => blobs.DeleteAllAsync(prefix, cancellationToken);

        public Task CreateAsync(CancellationToken cancellationToken) => blobs.CreateAsync(cancellationToken);
    }
}
