using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>
/// One program, from hand-over to the end of its last process. All of it is on the guard's main thread, which is the program's parent.
/// </summary>
internal sealed class GuardSession
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan BetweenEndings = TimeSpan.FromMilliseconds(10);

    private readonly LauncherProcess _launcher;
    private readonly TimeProvider _clock;
    private readonly News _news = new();
    private readonly OutputCapture _output;
    private readonly ChildWait _children;
    private readonly WorkerLine _worker;
    private readonly SessionPause _pause;
    private readonly List<ProofAttempt> _attempts = [];
    private StatusFrame? _failed;
    private bool _isExecuting;
    private int _abi;

    public GuardSession(LauncherProcess launcher, TimeProvider clock)
    {
        _launcher = launcher;
        _clock = clock;
        _output = new(launcher.Output);
        _children = new(launcher.Id, _news.Tell);
        _worker = new(EndAtOnce);
        _pause = new(launcher.Id, () => _children.ProgramEnded, _clock);
    }

    public GuardReport Run(byte[] message)
    {
        var request = RequestFormat.Read(message);
        _output.Keep(request.Limits.LogBytes);
        var disk = new DiskWatch(_launcher.Id, request.Folder, request.Limits, _pause, _clock, _news.Tell);
        var watch = new UsageWatch(_launcher.Id, request.Limits, disk, _pause, () => _children.Collected, _clock);
        var before = ProcessTree.Stat(_launcher.Id)?.ProcessorTicks ?? 0;
        // Before there is a program: whenever the guard is lost, the worker knows whose processes to end.
        if (WorkerLine.Say(WorkerLine.Began, BitConverter.GetBytes(_launcher.Id)))
        {
            _ = DescriptorMessages.Write(_launcher.Requests, message);
        }

        _worker.Listen();
        ReadStatus();
        UsageWatch.TakeUserForFiles(request.UserId);
        return _isExecuting && _failed is null
            ? new(Watch(request, watch, disk, before), _abi, [])
            : NotRun(request, watch);
    }

    /// <summary>Ends all processes, and returns when none is left.</summary>
    public void EndAll()
    {
        while (!_children.AllEnded)
        {
            ProcessTree.End(_launcher.Id);
            _news.Wait(BetweenEndings);
        }
    }

    /// <summary>Has what a program would wait for compiled before there is one.</summary>
    public void WarmUp()
    {
        var request = RequestFormat.Read(RequestFormat.Write(RequestFormat.Sample));
        var disk = new DiskWatch(_launcher.Id, "/proc/self/fdinfo", request.Limits, _pause, _clock, _news.Tell);
        var watch = new UsageWatch(_launcher.Id, request.Limits, disk, _pause, () => _children.Collected, _clock);
        disk.Start(null);
        disk.Finish();
        var usage = watch.Look().Peak(watch.LastLook());
        var end = ProgramEnd.Of(0, LimitWatch.Judge(usage, request.Limits), false, usage, TimeSpan.Zero, request.Limits);
        var result = Result(end, watch.Elapsed, usage, 0, TimeSpan.Zero);
        _ = ReportFormat.Write(new(result, 0, _attempts));
    }

    /// <summary>Without waiting for the main thread, which may still wait for the launcher.</summary>
    private void EndAtOnce()
    {
        if (!_children.AllEnded)
        {
            _ = LibC.Kill(-_launcher.Id, Signals.Kill);
        }

        _news.Tell();
    }

    /// <summary>Until the launcher has become the program, or has ended.</summary>
    private void ReadStatus()
    {
        while (_launcher.NextStatus() is { } frame)
        {
            switch (frame.Kind)
            {
                case StatusKind.Landlock:
                    _abi = frame.Value;
                    break;
                case StatusKind.Executing:
                    _isExecuting = true;
                    break;
                case StatusKind.Failed:
                    _failed = frame;
                    break;
                case StatusKind.Attempt:
                    _attempts.Add(new(frame.Name, frame.Value));
                    break;
            }
        }
    }

    private SandboxResult Watch(SandboxRequest request, UsageWatch watch, DiskWatch disk, long ticksBefore)
    {
        var limits = request.Limits;
        var peak = default(SandboxUsage);
        SandboxLimit? broken = null;
        disk.Start(request.UserId);
        while (!_children.ProgramEnded && broken is null && !_worker.IsCancelled && !_worker.IsGone)
        {
            var usage = watch.Look();
            peak = peak.Peak(usage);
            broken = LimitWatch.Judge(usage, limits);
            if (disk.Failure is { } failure)
            {
                throw new LookFailedException(failure);
            }

            if (broken is null)
            {
                _news.Wait(BetweenLooks);
            }
        }

        // First no process is left, then it is counted what they left: until then they could still write.
        var hasEndedItself = broken is null && !_worker.IsCancelled && !_worker.IsGone;
        EndAll();
        var wallTime = watch.Elapsed;
        disk.Finish();
        _output.Finish();
        var last = watch.LastLook();
        // A tick is a hundredth of a second on both architectures. The launcher's own time before the program is not the program's.
        var ofLauncher = TimeSpan.FromMilliseconds(10 * ticksBefore);
        var processorTime = _children.ProcessorTime > ofLauncher ? _children.ProcessorTime - ofLauncher : TimeSpan.Zero;
        var end = ProgramEnd.Of(_children.ProgramStatus, broken, _worker.IsCancelled || _worker.IsGone, last, processorTime, limits);
        return Result(end, wallTime, peak.Peak(last), hasEndedItself ? _children.Left : 0, processorTime);
    }

    private SandboxResult Result(ProgramEnd end, TimeSpan wallTime, SandboxUsage peak, int left, TimeSpan processorTime) => new()
    {
        End = end.End,
        Code = end.Code,
        Limit = end.Limit,
        WallTime = wallTime,
        ProcessorTime = processorTime,
        PeakMemoryBytes = peak.MemoryBytes,
        PeakFolderBytes = peak.FolderBytes,
        PeakFiles = peak.Files,
        PeakProcesses = peak.Processes,
        LeftProcesses = left,
        Log = _output.Kept,
        DroppedLogBytes = _output.DroppedBytes,
    };

    private GuardReport NotRun(SandboxRequest request, UsageWatch watch)
    {
        EndAll();
        _output.Finish();
        if (_worker.IsCancelled || _worker.IsGone)
        {
            return new(new() { End = SandboxEnd.Cancelled, WallTime = watch.Elapsed, Log = _output.Kept }, _abi, _attempts);
        }

        var result = new SandboxResult
        {
            End = SandboxEnd.NotSetUp,
            FailedStep = _failed?.Name ?? (request.IsProof ? null : SetUpStep.Launcher),
            FailedErrno = _failed?.Value ?? 0,
            WallTime = watch.Elapsed,
            Log = _output.Kept,
        };
        return new(result, _abi, _attempts);
    }
}
