using System.IO.Compression;
using System.Text;
using Azure;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Programs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Programs;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

public sealed class RevocationWatchTests
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(10);
    private readonly FakeTimeProvider _time = new();
    private readonly TaskCompletionSource<string> _program = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly InMemoryControlPlane _control;
    private readonly ProgramStore _store;
    private bool _isDown;

    public RevocationWatchTests()
    {
        _control = new(_time);
        _store = new(_control.Programs, new InterceptedRowStore(_control.Rows, (_, _, _) =>
        {
            if (_isDown)
            {
                throw new RequestFailedException(503, "The server is busy.");
            }
        }), _time);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_program_that_is_revoked_while_it_runs_is_ended_within_ten_seconds_and_says_by_whom()
    {
        var hash = await AddAsync();
        var ended = false;
        var running = Watch().RunAsync(hash, RunAsync, Cancelled);
        _time.Advance(Pause);
        await Task.Yield();
        Assert.False(running.IsCompleted);

        var at = (await _store.RevokeAsync(hash, "anna", Cancelled))!.RevokedAt;
        while (!running.IsCompleted)
        {
            _time.Advance(Pause);
            await Task.Yield();
        }

        var end = await Assert.ThrowsAsync<ExecutionEndedException>(() => running);
        Assert.True(ended);
        Assert.Equal(FailureCause.BadInput, end.Cause);
        Assert.Equal($"Program ndvi ({hash[..8]}) was revoked while it ran, so its result is not kept: anna revoked it on {at:yyyy-MM-dd}.", end.Message);

        async Task<string> RunAsync(CancellationToken ending)
        {
            try
            {
                return await _program.Task.WaitAsync(ending);
            }
            finally
            {
                ended = true;
            }
        }
    }

    [Fact]
    public async Task The_result_of_a_program_that_was_revoked_since_the_last_look_is_not_kept()
    {
        var hash = await AddAsync();
        var running = Watch().RunAsync(hash, ending => _program.Task.WaitAsync(ending), Cancelled);

        await _store.RevokeAsync(hash, "anna", Cancelled);
        _program.SetResult("made");

        await Assert.ThrowsAsync<ExecutionEndedException>(() => running);
    }

    [Fact]
    public async Task A_program_that_nobody_revokes_gives_its_result_and_its_own_failure_is_told_as_it_is()
    {
        var hash = await AddAsync();
        var running = Watch().RunAsync(hash, ending => _program.Task.WaitAsync(ending), Cancelled);
        _program.SetResult("made");

        Assert.Equal("made", await running);
        await Assert.ThrowsAsync<TimeoutException>(() => Watch().RunAsync<string>(hash, _ => throw new TimeoutException(), Cancelled));
    }

    [Fact]
    public async Task A_program_is_ended_when_its_execution_is_stopped()
    {
        var hash = await AddAsync();
        using var stop = new CancellationTokenSource();
        var running = Watch().RunAsync(hash, ending => _program.Task.WaitAsync(ending), stop.Token);

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Fact]
    public async Task A_program_that_was_revoked_before_it_began_does_not_begin()
    {
        var hash = await AddAsync();
        await _store.RevokeAsync(hash, "anna", Cancelled);
        var began = false;

        var end = await Assert.ThrowsAsync<ExecutionEndedException>(() => Watch().RunAsync(hash, _ => Task.FromResult(began = true), Cancelled));

        Assert.False(began);
        Assert.StartsWith($"Program ndvi ({hash[..8]}) was revoked before it began: anna revoked it on ", end.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_last_look_waits_for_an_account_that_does_not_answer()
    {
        var hash = await AddAsync();
        var running = Watch().RunAsync(hash, ending => _program.Task.WaitAsync(ending), Cancelled);
        _isDown = true;
        _program.SetResult("made");
        for (var look = 0; look < 5; look++)
        {
            await Task.Delay(10, Cancelled);
            Assert.False(running.IsCompleted);
            _time.Advance(TimeSpan.FromSeconds(2));
        }

        _isDown = false;
        while (!running.IsCompleted)
        {
            _time.Advance(TimeSpan.FromSeconds(2));
            await Task.Yield();
        }

        Assert.Equal("made", await running);
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_ends_no_program()
    {
        var hash = await AddAsync();
        var running = Watch().RunAsync(hash, ending => _program.Task.WaitAsync(ending), Cancelled);
        var row = await _control.Rows.ListAllAsync(ControlNames.ProgramsTable, Cancelled).SingleAsync(Cancelled);
        row["v"] = 99;
        await _control.Rows.PutAsync(ControlNames.ProgramsTable, row, Cancelled);
        _program.SetResult("made");

        Assert.Equal("made", await running);
    }

    private RevocationWatch Watch() => new(_store, new ControlPlaneRetry(_time, NullLogger<ControlPlaneRetry>.Instance), new EngineTimes(TimeSpan.FromSeconds(1)), _time, NullLogger<RevocationWatch>.Instance);

    private async Task<string> AddAsync()
    {
        await _control.Programs.CreateAsync(Cancelled);
        using var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            await WriteAsync(archive, "reduce.json", """{"name": "ndvi", "run": "run", "inputs": "flat", "outputs": ["ndvi.csv"]}""");
            await WriteAsync(archive, "run", "#!/bin/sh\n");
        }

        var package = ProgramPackage.Check(zip).Package!;
        await _store.AddAsync(package, zip, "ann", Cancelled);
        return package.Hash;
    }

    private static async Task WriteAsync(ZipArchive archive, string name, string text)
    {
        await using var entry = await archive.CreateEntry(name).OpenAsync(Cancelled);
        await entry.WriteAsync(Encoding.UTF8.GetBytes(text), Cancelled);
    }
}
