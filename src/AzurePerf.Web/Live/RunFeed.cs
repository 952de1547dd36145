using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Live;

/// <summary>
/// The one reader of a watched run in this host. It reads the rows again and again while anybody watches; the watchers hold nothing but how
/// far they are, so that a slow one costs no memory.
/// </summary>
internal sealed partial class RunFeed(string runId, RunReader reader, TimeProvider time, ILogger logger) : IDisposable
{
    /// <summary>From one reading to the next.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>Events that are kept for watchers who begin or come back.</summary>
    public const int KeptEvents = 5_000;

    /// <summary>
    /// Readings after the end of a run in which its last event may still come: it is noted after the header says that the run has ended,
    /// and never by a TaskManager that stopped just then.
    /// </summary>
    private const int ReadingsAfterTheEnd = 3;

    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource<bool> _begun = Signal<bool>();
    private readonly SemaphoreSlim _points = new(1);
    private TaskCompletionSource<bool> _changed = Signal<bool>();
    private TaskCompletionSource<bool> _asked = Signal<bool>();
    private volatile RunView? _view;
    private volatile Exception? _fault;
    private (int Version, RunResults? Results) _results = (-1, null);
    private int _readingsAfterTheEnd;
    private int _outdated;

    /// <summary>How many watch; only <see cref="RunFeeds"/> counts.</summary>
    public int Watchers { get; set; }

    /// <summary>True when the reading stopped because of something that is no passing failure of storage.</summary>
    public bool Failed => _fault is not null;

    /// <summary>Completes after the first reading: false when there is no such run. Throws what that reading threw.</summary>
    public Task<bool> Begun => _begun.Task;

    /// <summary>Completes when the view changes after this was asked for: ask for it before the view.</summary>
    public Task Changed => Volatile.Read(ref _changed).Task;

    /// <summary>What was read last.</summary>
    /// <exception cref="InvalidOperationException">The reading failed for good; its cause is inside.</exception>
    public RunView View => _fault is { } fault
        ? throw new InvalidOperationException($"run {runId} cannot be read any more: {fault.Message}", fault)
        : _view ?? throw new InvalidOperationException("the feed has not begun");

    /// <summary>The view while it is not older than three readings, else null: whoever asks then reads the rows and learns what is
    /// wrong.</summary>
    public RunView? Fresh =>
        _fault is null && _view is { } view && view.Outdated == Volatile.Read(ref _outdated)
            && (view.Over || time.GetElapsedTime(view.ReadAt) < 3 * Interval) ? view : null;

    /// <summary>Says that something was just changed, so that the run is read at once and nobody is shown what was before.</summary>
    public void Outdate()
    {
        Interlocked.Increment(ref _outdated);
        Volatile.Read(ref _asked).TrySetResult(true);
    }

    /// <summary>What was measured so far, read once for each change of the run however many ask.</summary>
    public async Task<RunResults?> ResultsAsync(RunView view, CancellationToken cancellationToken)
    {
        await _points.WaitAsync(cancellationToken);
        try
        {
            if (_results.Version != view.Version)
            {
                _results = (view.Version, await reader.ResultsAsync(runId, cancellationToken));
            }

            return _results.Results;
        }
        finally
        {
            _points.Release();
        }
    }

    /// <summary>Begins to read, until <see cref="Dispose"/> or until the run is over.</summary>
    public void Start() => _ = ReadOnAsync();

    public void Dispose()
    {
        _stop.Cancel();
        _stop.Dispose();
    }

    private static TaskCompletionSource<T> Signal<T>() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task ReadOnAsync()
    {
        var stop = _stop.Token;
        try
        {
            while (!stop.IsCancellationRequested && await TryReadAsync(stop))
            {
                await RestAsync(stop);
            }
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // Nobody watches any more.
        }
        catch (Exception fault)
        {
            if (!_begun.TrySetException(fault))
            {
                LogStopped(logger, fault, runId);
            }

            _fault = fault;
            Announce();
        }
    }

    /// <summary>One reading; false when it was the last. A control account that is away for a while ends no watch.</summary>
    private async Task<bool> TryReadAsync(CancellationToken stop)
    {
        try
        {
            return await ReadAsync(stop);
        }
        catch (Exception exception)
            when (_begun.Task.IsCompletedSuccessfully && StorageFailure.Matches(exception) && !stop.IsCancellationRequested)
        {
            LogAway(logger, runId, StorageFailure.Describe(exception));
            return true;
        }
    }

    private async Task<bool> ReadAsync(CancellationToken stop)
    {
        Interlocked.Exchange(ref _asked, Signal<bool>());
        var (readAt, outdated) = (time.GetTimestamp(), Volatile.Read(ref _outdated));

        // The header first: events that are read after it are at least those that had happened then.
        if (await reader.WatchAsync(runId, stop) is not { } run)
        {
            return _begun.TrySetResult(false) ? false : throw new InvalidDataException("its header was removed");
        }

        var before = _view;
        var tail = before?.Tail ?? EventTail.None;
        var next = tail.After(await reader.EventsAsync(runId, tail.Last, int.MaxValue, stop), KeptEvents);
        _view = ViewOf(run, next, before) with { ReadAt = readAt, Outdated = outdated };
        _begun.TrySetResult(true);
        if (_view.Version != before?.Version || _view.Over != before.Over)
        {
            Announce();
        }

        return !_view.Over;
    }

    private RunView ViewOf(RunResponse run, EventTail tail, RunView? before)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(run, ApiJson.Options);
        _readingsAfterTheEnd += run.Status.IsTerminal() ? 1 : 0;
        var over = run.Status.IsTerminal()
            && (tail.Events.Any(entry => entry.Ends(run.Status)) || _readingsAfterTheEnd > ReadingsAfterTheEnd);
        var same = before is not null && before.Tail.Last == tail.Last && before.Json.Span.SequenceEqual(json);
        return new(run, json, same ? before!.Version : (before?.Version ?? 0) + 1, tail, 0, 0, over);
    }

    private void Announce() => Interlocked.Exchange(ref _changed, Signal<bool>()).TrySetResult(true);

    private async Task RestAsync(CancellationToken stop)
    {
        using var rest = CancellationTokenSource.CreateLinkedTokenSource(stop);
        await Task.WhenAny(Task.Delay(Interval, time, rest.Token), Volatile.Read(ref _asked).Task);
        await rest.CancelAsync();
    }

    [LoggerMessage(1, LogLevel.Warning, "Run {RunId} is watched and cannot be read: {Reason}")]
    private static partial void LogAway(ILogger logger, string runId, string reason);

    [LoggerMessage(2, LogLevel.Error, "Run {RunId} is watched and cannot be read any more")]
    private static partial void LogStopped(ILogger logger, Exception exception, string runId);
}

/// <summary>A run as its feed saw it last. Never changes: the next reading makes another one.</summary>
/// <param name="Run">The run.</param>
/// <param name="Json">The run as the API writes it, once for everybody who watches.</param>
/// <param name="Version">Counts what differed from the reading before, from 1.</param>
/// <param name="Tail">Its events.</param>
/// <param name="ReadAt">Timestamp of the reading.</param>
/// <param name="Outdated">How often it was said, when the reading began, that what was read before is outdated.</param>
/// <param name="Over">The run has ended and every event of it is in the tail: nothing follows.</param>
internal sealed record RunView(
    RunResponse Run, ReadOnlyMemory<byte> Json, int Version, EventTail Tail, long ReadAt, int Outdated, bool Over);
