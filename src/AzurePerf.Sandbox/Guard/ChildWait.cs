using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Collects all children of the guard: the program, and every orphan of it, because the guard is their sub-reaper.</summary>
internal sealed unsafe class ChildWait
{
    private readonly int _program;
    private readonly Action _news;
    private readonly Thread _thread;
    private long _processorMicroseconds;
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

    public TimeSpan ProcessorTime => TimeSpan.FromMicroseconds(Interlocked.Read(ref _processorMicroseconds));

    private void Collect()
    {
        var usage = stackalloc byte[256];
        while (true)
        {
            int status;
            var child = LibC.Wait(-1, &status, 0, usage);
            if (child < 0 && Marshal.GetLastPInvokeError() == Errno.NoChild)
            {
                break;
            }

            var times = (long*)usage;
            _ = Interlocked.Add(ref _processorMicroseconds, ((times[0] + times[2]) * 1_000_000) + times[1] + times[3]);
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
