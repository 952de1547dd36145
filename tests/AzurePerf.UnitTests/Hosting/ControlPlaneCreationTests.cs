using System.Threading.Channels;
using Azure;
using AzurePerf.Core.Settings;
using AzurePerf.Hosting.Control;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class ControlPlaneCreationTests
{
    private readonly FakeTimeProvider _time = new();
    private int _tries;

    [Fact]
    public async Task An_account_that_does_not_answer_yet_is_waited_for()
    {
        var starting = StartAsync(tries => tries < 3 ? new AggregateException(new RequestFailedException("refused"), new RequestFailedException("refused")) : null);

        for (var tries = 1; tries < 3; tries++)
        {
            Assert.False(starting.IsCompleted);
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        await starting;
        Assert.Equal(3, _tries);
    }

    [Fact]
    public async Task An_account_that_never_answers_ends_the_host_with_a_sentence()
    {
        var starting = StartAsync(_ => new RequestFailedException("refused"));
        _time.Advance(TimeSpan.FromSeconds(61));

        var sentence = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => starting)).Faults);
        Assert.StartsWith("the control account cannot be reached: check AZUREPERF_CONTROL", sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_account_that_swallows_all_requests_ends_the_host_after_a_minute_too()
    {
        var waits = Channel.CreateUnbounded<TimeSpan>();
        _time.TimerSet = due => waits.Writer.TryWrite(due);
        var starting = StartAsync(_ => null, swallows: true);

        while (await Task.WhenAny(starting, waits.Reader.WaitToReadAsync(TestContext.Current.CancellationToken).AsTask()) != starting && waits.Reader.TryRead(out var due))
        {
            _time.Advance(due);
        }

        var sentence = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => starting)).Faults);
        Assert.StartsWith("the control account cannot be reached: check AZUREPERF_CONTROL", sentence, StringComparison.Ordinal);
        Assert.Equal(3, _tries);
        Assert.InRange(_time.Elapsed, TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(65));
    }

    [Theory]
    [InlineData(401)]
    [InlineData(403)]
    public async Task An_account_that_refuses_the_sign_in_is_not_waited_for(int status)
    {
        var starting = StartAsync(_ => new RequestFailedException(status, "no\nsecret", "AuthenticationFailed", null));

        var sentence = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => starting)).Faults);
        Assert.Contains("refuses the sign-in (AuthenticationFailed)", sentence, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", sentence, StringComparison.Ordinal);
        Assert.Equal(1, _tries);
    }

    [Fact]
    public async Task An_emulator_that_is_older_than_the_clients_ends_the_host_with_a_sentence_that_says_what_to_do()
    {
        var starting = StartAsync(_ => new RequestFailedException(400, "The API version 2026-10-06 is not supported by Azurite.", "InvalidHeaderValue", null));

        var sentence = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => starting)).Faults);
        Assert.Equal("the storage emulator does not know the API version of the Azure clients: start it with --skipApiVersionCheck, or install a newer one", sentence);
        Assert.Equal(1, _tries);
    }

    [Fact]
    public async Task A_fault_of_ours_is_not_taken_for_one_of_the_account() =>
        await Assert.ThrowsAsync<InvalidOperationException>(() => StartAsync(_ => new InvalidOperationException("a bug")));

    [Fact]
    public async Task A_host_that_may_create_nothing_only_looks_whether_the_account_answers()
    {
        await StartAsync(_ => new RequestFailedException(403, "no", "AuthorizationPermissionMismatch", null), create: false);

        Assert.Equal(0, _tries);
    }

    [Fact]
    public async Task Where_the_deployment_gave_the_roles_a_host_waits_a_minute_until_they_work()
    {
        var starting = StartWithoutRolesAsync(refusals: 3);

        for (var tries = 1; tries <= 3; tries++)
        {
            Assert.Equal((tries, false), (_tries, starting.IsCompleted));
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        await starting;
        Assert.Equal(4, _tries);
    }

    [Fact]
    public async Task Roles_that_do_not_work_after_a_minute_end_the_host_with_a_sentence()
    {
        var starting = StartWithoutRolesAsync(refusals: int.MaxValue);
        _time.Advance(TimeSpan.FromSeconds(61));

        var sentence = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => starting)).Faults);
        Assert.Contains("refuses the sign-in (AuthorizationPermissionMismatch)", sentence, StringComparison.Ordinal);
        Assert.Contains("the roles of the identity", sentence, StringComparison.Ordinal);
    }

    private Task StartWithoutRolesAsync(int refusals)
    {
        var memory = new InMemoryControlPlane(_time);
        var rows = new InterceptedRowStore(memory.Rows, (_, _, _) =>
        {
            if (++_tries <= refusals) throw new RequestFailedException(403, "no", "AuthorizationPermissionMismatch", null);
        });
        return new ControlPlaneCreation(memory.AsControlPlane(rows), new() { Create = false }, _time, NullLogger<ControlPlaneCreation>.Instance).StartingAsync(TestContext.Current.CancellationToken);
    }

    private Task StartAsync(Func<int, Exception?> failure, bool create = true, bool swallows = false)
    {
        var memory = new InMemoryControlPlane(_time).AsControlPlane();
        var control = new ControlPlane
        {
            Rows = memory.Rows,
            RunRequests = memory.RunRequests,
            RunRequestPoison = memory.RunRequestPoison,
            MeasureTasks = memory.MeasureTasks,
            MeasurePoison = memory.MeasurePoison,
            BagTasks = memory.BagTasks,
            BagPoison = memory.BagPoison,
            PeerTasks = memory.PeerTasks,
            PeerPoison = memory.PeerPoison,
            Results = new FailingContainer(() => failure(++_tries), swallows),
            Products = memory.Products,
            Programs = memory.Programs,
        };
        return new ControlPlaneCreation(control, new() { Create = create }, _time, NullLogger<ControlPlaneCreation>.Instance).StartingAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>A container whose creation fails as told, or never ends by itself.</summary>
    private sealed class FailingContainer(Func<Exception?> failure, bool swallows) : IBlobStore
    {
        public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => throw new NotSupportedException();

        public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task CreateAsync(CancellationToken cancellationToken) =>
            failure() is { } thrown ? Task.FromException(thrown)
            : swallows ? new TaskCompletionSource().Task.WaitAsync(cancellationToken)
            : Task.CompletedTask;
    }
}
