using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Reads a program's output to its end: what does not fit between its beginning and its end is counted. The program never waits
/// for long.</summary>
internal sealed unsafe class OutputCapture
{
    private readonly Thread _thread;
    private LogEnds _log = new(0);

    public OutputCapture(int descriptor)
    {
        _thread = new(() => Read(descriptor)) { IsBackground = true, Name = "output" };
        _thread.Start();
    }

    public long DroppedBytes => _log.DroppedBytes;

    public ReadOnlyMemory<byte> Kept => _log.Text();

    /// <summary>Before the program can write.</summary>
    public void Keep(int bytes) => _log = new(bytes);

    /// <summary>After the last process that could write has ended.</summary>
    public void Finish() => _thread.Join();

    private void Read(int descriptor)
    {
        var buffer = new byte[64 * 1024];
        fixed (byte* pinned = buffer)
        {
            while (Next(descriptor, pinned, buffer.Length) is var read and > 0)
            {
                _log.Add(buffer.AsSpan(0, (int)read));
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

/// <summary>The beginning and the end of a log: all of it where it fits, else a quarter from its beginning and the rest from its end, with
/// a line between that says how much is left out.</summary>
/// <param name="mostBytes">Of what is kept, with that line.</param>
internal sealed class LogEnds(int mostBytes)
{
    /// <summary>Bytes that the line between takes at most.</summary>
    private const int LineBytes = 64;

    private readonly byte[] _head = new byte[mostBytes / 4];

    /// <summary>What follows, written over from its begin again and again.</summary>
    private readonly byte[] _rest = new byte[mostBytes - (mostBytes / 4)];

    private int _headBytes;
    private long _restBytes;

    public long DroppedBytes => _restBytes <= _rest.Length ? 0 : _restBytes - TailBytes;

    private int TailBytes => Math.Max(0, _rest.Length - LineBytes);

    /// <summary>Takes what was written next.</summary>
    public void Add(ReadOnlySpan<byte> written)
    {
        var first = Math.Min(written.Length, _head.Length - _headBytes);
        written[..first].CopyTo(_head.AsSpan(_headBytes));
        _headBytes += first;
        written = written[first..];
        if (_rest.Length == 0)
        {
            _restBytes += written.Length;
            return;
        }

        while (!written.IsEmpty)
        {
            var at = (int)(_restBytes % _rest.Length);
            var taken = Math.Min(written.Length, _rest.Length - at);
            written[..taken].CopyTo(_rest.AsSpan(at));
            _restBytes += taken;
            written = written[taken..];
        }
    }

    /// <summary>What is kept.</summary>
    public byte[] Text()
    {
        if (DroppedBytes == 0)
        {
            return [.. _head.AsSpan(0, _headBytes), .. _rest.AsSpan(0, (int)_restBytes)];
        }

        var line = string.Create(CultureInfo.InvariantCulture, $"\n[{DroppedBytes} bytes are left out here]\n");
        var tail = new byte[TailBytes];
        for (var index = 0; index < tail.Length; index++)
        {
            tail[index] = _rest[(int)((_restBytes - tail.Length + index) % _rest.Length)];
        }

        return _head.Length == 0 ? tail : [.. _head, .. Encoding.ASCII.GetBytes(line), .. tail];
    }
}
