using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Looks at the files of a program: those in its folder, and deleted ones that its processes still have.</summary>
internal sealed class DiskWatch
{
    /// <summary>Files and mappings can take long to look at: the disk is looked at for at most a fifth of the time.</summary>
    private const int Rest = 4;

    /// <summary>One look can meet a process between two programs, when nobody may look at it.</summary>
    private const int MostHiddenLooks = 2;

    private static readonly TimeSpan LeastRest = TimeSpan.FromMilliseconds(100);

    private readonly int _session;
    private readonly string _folder;
    private readonly SandboxLimits _limits;
    private readonly SessionPause _pause;
    private readonly TimeProvider _clock;
    private readonly StopSchedule _stops = new(TimeSpan.FromSeconds(1));
    private readonly LookThread _thread;
    private readonly LookThread _spaceThread;
    private readonly long _began;
    private volatile DiskUsage _latest = DiskUsage.None;
    private volatile bool _isSpaceShort;
    private int _hiddenLooks;

    public DiskWatch(int session, string folder, SandboxLimits limits, SessionPause pause, TimeProvider clock, Action news)
    {
        _session = session;
        _folder = folder;
        _limits = limits;
        _pause = pause;
        _clock = clock;
        _began = clock.GetTimestamp();
        _thread = new("disk", LookAndRest, () => TellOfLimits(news));
        _spaceThread = new("space", LookAtSpace, () => TellOfLimits(news));
    }

    public DiskUsage Latest => _latest;

    public bool IsSpaceShort => _isSpaceShort;

    public Exception? Failure => _thread.Failure ?? _spaceThread.Failure;

    public void Start(uint? user)
    {
        _thread.Start(user);
        _spaceThread.Start(user);
    }

    public void Finish()
    {
        _thread.Finish();
        _spaceThread.Finish();
    }

    /// <summary>By the thread that asks: before the looks begin and after they have ended.</summary>
    public DiskUsage LookOnce() => Look(ProcessTree.Of(_session));

    private TimeSpan LookAndRest()
    {
        var began = _clock.GetElapsedTime(_began);
        var before = _latest;
        var seen = LookOnce();
        if (_stops.IsDue(_clock.GetElapsedTime(_began), seen.Differs(before) || IsNear(seen)))
        {
            var stopped = _clock.GetElapsedTime(_began);
            var exact = _pause.While(processes => Look(processes.Processes));
            _stops.Done(stopped, _clock.GetElapsedTime(_began), isSeen: exact is not null);
            seen = exact ?? seen;
        }

        _latest = seen;
        var rest = Rest * (_clock.GetElapsedTime(_began) - began);
        return rest > LeastRest ? rest : LeastRest;
    }

    private TimeSpan LookAtSpace()
    {
        _isSpaceShort = FreeSpace.IsShort(FreeSpace.Of(_folder), _limits.FreeBytes, _limits.FreeFiles);
        return LeastRest;
    }

    /// <summary>The look at memory and time judges all, and comes at once when this one has found something.</summary>
    private void TellOfLimits(Action news)
    {
        var seen = _latest;
        if (_isSpaceShort || Failure is not null || seen.IsHidden || seen.Bytes > _limits.FolderBytes || seen.Files > _limits.Files)
        {
            news();
        }
    }

    private bool IsNear(DiskUsage seen) => seen.Bytes > _limits.FolderBytes / 4 * 3 || seen.Files > _limits.Files / 4 * 3;

    private DiskUsage Look(IEnumerable<ProcessStat> seen)
    {
        var processes = seen.ToArray();
        var files = FolderUsage.Of(_folder, _limits.Files);
        var deleted = DeletedFiles.Of(processes);
        _hiddenLooks = deleted.HasHiddenPart ? _hiddenLooks + 1 : 0;
        return new(files.Bytes + deleted.Bytes, files.Files, files.HasHiddenPart || _hiddenLooks > MostHiddenLooks, files.HasLost);
    }
}

/// <param name="IsHidden">A part of it cannot be looked at.</param>
/// <param name="HasLost">A folder was gone before it could be looked into.</param>
internal sealed record DiskUsage(long Bytes, int Files, bool IsHidden, bool HasLost)
{
    public static DiskUsage None { get; } = new(0, 0, false, false);

    /// <summary>Files have come, gone or grown, so that some could have moved past the look.</summary>
    public bool Differs(DiskUsage before) => HasLost || Bytes != before.Bytes || Files != before.Files;
}
