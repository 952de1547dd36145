using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Programs;

/// <summary>
/// The room on this machine's disk for the images that programs are given, of all places together. Each task takes all it needs at once,
/// before it places any, and in the order in which they came, so that no two wait for each other.
/// </summary>
internal sealed class InputRoom(WorkerProgramOptions settings, WorkerOptions worker)
{
    private const long Megabyte = 1 << 20;
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(1);

    private readonly Lock _lock = new();
    private readonly LinkedList<(long Bytes, TaskCompletionSource Turn)> _waiting = [];
    private long _taken;

    private long Most => settings.InputMegabytes * Megabyte;

    /// <summary>A part of the room, nothing at first; disposing gives back what it took.</summary>
    public InputShare Open() => new(this);

    /// <summary>Takes room when there is some.</summary>
    /// <exception cref="ExecutionEndedException">There is never so much.</exception>
    internal async Task TakeAsync(long bytes, Action<TimeSpan> waits, CancellationToken stop)
    {
        if (bytes > Most)
        {
            throw new ExecutionEndedException(
                FailureCause.BadInput,
                $"The images of this task may take {(bytes + Megabyte - 1) / Megabyte} MB on the disk of a worker; the operator allows "
                    + $"{settings.InputMegabytes} MB (Programs:InputMegabytes): ask for a smaller area or fewer data sets.");
        }

        LinkedListNode<(long Bytes, TaskCompletionSource Turn)> place;
        lock (_lock)
        {
            if (_waiting.Count == 0 && _taken + bytes <= Most)
            {
                _taken += bytes;
                return;
            }

            place = _waiting.AddLast((bytes, new(TaskCreationOptions.RunContinuationsAsynchronously)));
        }

        // Those that are ahead may take what the operator allows.
        var ahead = Math.Max(1, worker.Slots - 1) * TimeSpan.FromSeconds(settings.Seconds);
        waits(ahead < LongestWait ? ahead : LongestWait);
        try
        {
            await place.Value.Turn.Task.WaitAsync(stop);
        }
        catch
        {
            Leave(place);
            throw;
        }
    }

    internal void Return(long bytes)
    {
        lock (_lock)
        {
            _taken -= bytes;
            Admit();
        }
    }

    /// <summary>Of one that waits no more: it may have had its turn in the same moment.</summary>
    private void Leave(LinkedListNode<(long Bytes, TaskCompletionSource Turn)> place)
    {
        lock (_lock)
        {
            if (place.List is null)
            {
                _taken -= place.Value.Bytes;
            }
            else
            {
                _waiting.Remove(place);
            }

            Admit();
        }
    }

    private void Admit()
    {
        while (_waiting.First is { } first && _taken + first.Value.Bytes <= Most)
        {
            _waiting.RemoveFirst();
            _taken += first.Value.Bytes;
            first.Value.Turn.SetResult();
        }
    }
}

/// <summary>What one task has of <see cref="InputRoom"/>.</summary>
internal sealed class InputShare(InputRoom room) : IDisposable
{
    private long _bytes;

    /// <summary>Takes room, once.</summary>
    /// <param name="bytes">For all its images.</param>
    /// <param name="waits">Called before it waits, with the longest time until there is room.</param>
    /// <param name="stop">Ends the waiting.</param>
    /// <exception cref="ExecutionEndedException">There is never so much room.</exception>
    public async Task TakeAsync(long bytes, Action<TimeSpan> waits, CancellationToken stop)
    {
        await room.TakeAsync(bytes, waits, stop);
        _bytes = bytes;
    }

    public void Dispose() => room.Return(Interlocked.Exchange(ref _bytes, 0));
}
