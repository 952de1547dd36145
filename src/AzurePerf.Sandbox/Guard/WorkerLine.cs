using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Guard;

/// <summary>The guard's pipes to the worker. When the worker ends, however it does, the one it reads ends at once.</summary>
/// <param name="ended">Called when the worker says that the program is to end, or is gone; on another thread.</param>
internal sealed class WorkerLine(Action ended)
{
    public const byte Ready = (byte)'R';
    public const byte Began = (byte)'B';
    public const byte Ended = (byte)'E';
    public const byte Cancel = (byte)'C';

    private volatile bool _isCancelled;
    private volatile bool _isGone;

    public bool IsCancelled => _isCancelled;

    public bool IsGone => _isGone;

    /// <summary>False when the worker is gone.</summary>
    public static bool Say(byte kind, ReadOnlySpan<byte> message) => DescriptorMessages.Write(1, [kind, .. message]);

    /// <summary>Null when the worker ended or needs no program any more.</summary>
    public static byte[]? Request() => DescriptorMessages.Read(0);

    /// <summary>From now on a word of the worker, or its end, ends the program.</summary>
    public void Listen() => new Thread(() =>
    {
        Span<byte> word = stackalloc byte[1];
        while (DescriptorMessages.Fill(0, word))
        {
            _isCancelled |= word[0] == Cancel;
            ended();
        }

        _isGone = true;
        ended();
    })
    { IsBackground = true, Name = "worker" }.Start();
}
