using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Reads a program's output to its end: the beginning is kept, the rest counted. The program never waits for long.</summary>
internal sealed unsafe class OutputCapture
{
    private readonly Thread _thread;
    private byte[] _kept = [];
    private int _keptBytes;

    public OutputCapture(int descriptor)
    {
        _thread = new(() => Read(descriptor)) { IsBackground = true, Name = "output" };
        _thread.Start();
    }

    public long DroppedBytes { get; private set; }

    public ReadOnlyMemory<byte> Kept => _kept.AsMemory(0, _keptBytes);

    /// <summary>Before the program can write.</summary>
    public void Keep(int bytes) => _kept = new byte[bytes];

    /// <summary>After the last process that could write has ended.</summary>
    public void Finish() => _thread.Join();

    private void Read(int descriptor)
    {
        var buffer = new byte[64 * 1024];
        fixed (byte* pinned = buffer)
        {
            while (Next(descriptor, pinned, buffer.Length) is var read and > 0)
            {
                var taken = (int)Math.Min(read, _kept.Length - _keptBytes);
                buffer.AsSpan(0, taken).CopyTo(_kept.AsSpan(_keptBytes));
                _keptBytes += taken;
                DroppedBytes += read - taken;
            }
        }
    }

    private static nint Next(int descriptor, byte* buffer, int length)
    {
        while (true)
        {
            var read = LibC.Read(descriptor, buffer, length);
            if (read >= 0 || Marshal.GetLastPInvokeError() != Errno.Interrupted)
            {
                return read;
            }
        }
    }
}
