using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Collects all children of the guard: the program, and every orphan of it, because the guard is their sub-reaper.</summary>
internal sealed unsafe class ChildWait
{
    private const int SignalBits = 0x7F;

    private readonly int _program;
    private readonly Action _news;
    private readonly Thread _thread;
    private long _processorMicroseconds;
    private long _collected;
    private int _left;
    private volatile bool _programEnded;
    private volatile bool _allEnded;

    public ChildWait(int program, Action news)
    {
        _program = program;
        _news = news;
        _thread = new(Collect) { IsBackground = true, Name = "children" };
        _thread.Start();
    }

    public bool ProgramEnded => _programEnded;

    /// <summary>No child is left, so no process of the program.</summary>
    public bool AllEnded => _allEnded;

    public int ProgramStatus { get; private set; }

    /// <summary>Processes that have ended so far.</summary>
    public long Collected => Interlocked.Read(ref _collected);

    /// <summary>Processes that still ran when the program itself had ended, and were killed.</summary>
    public int Left => Volatile.Read(ref _left);

    public TimeSpan ProcessorTime => TimeSpan.FromMicroseconds(Interlocked.Read(ref _processorMicroseconds));

    private void Collect()
    {
        var usage = stackalloc byte[256];
        while (true)
        {
            int status;
            var child = LibC.Wait(-1, &status, 0, usage);
            if (child < 0)
            {
                if (Marshal.GetLastPInvokeError() == Errno.Interrupted)
                {
                    continue;
                }

                break;
            }

            var times = (long*)usage;
            _ = Interlocked.Add(ref _processorMicroseconds, ((times[0] + times[2]) * 1_000_000) + times[1] + times[3]);
            _ = Interlocked.Increment(ref _collected);
            if (_programEnded && (status & SignalBits) == Signals.Kill)
            {
                _left++;
            }

            if (child == _program)
            {
                ProgramStatus = status;
                _programEnded = true;
                _news();
            }
        }

        _allEnded = true;
        _news();
    }
}
