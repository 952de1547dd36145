using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AzurePerf.Sandbox.Native;

/// <summary>Messages with their length before them, on a pipe.</summary>
internal static unsafe class DescriptorMessages
{
    public const int MostBytes = 1024 * 1024;

    /// <summary>Null at the end of the pipe.</summary>
    public static byte[]? Read(int descriptor)
    {
        var length = new byte[4];
        if (!Fill(descriptor, length))
        {
            return null;
        }

        var message = new byte[Math.Clamp(BinaryPrimitives.ReadInt32LittleEndian(length), 0, MostBytes)];
        return Fill(descriptor, message) ? message : null;
    }

    /// <summary>False when nobody reads any more.</summary>
    public static bool Write(int descriptor, ReadOnlySpan<byte> message)
    {
        Span<byte> framed = new byte[4 + message.Length];
        BinaryPrimitives.WriteInt32LittleEndian(framed, message.Length);
        message.CopyTo(framed[4..]);
        fixed (byte* pinned = framed)
        {
            for (var written = 0; written < framed.Length;)
            {
                var now = LibC.Write(descriptor, pinned + written, framed.Length - written);
                if (now < 0 && Marshal.GetLastPInvokeError() != Errno.Interrupted)
                {
                    return false;
                }

                written += (int)Math.Max(now, 0);
            }
        }

        return true;
    }

    /// <summary>False when the pipe ended before.</summary>
    public static bool Fill(int descriptor, Span<byte> buffer)
    {
        fixed (byte* pinned = buffer)
        {
            for (var filled = 0; filled < buffer.Length;)
            {
                var now = LibC.Read(descriptor, pinned + filled, buffer.Length - filled);
                if (now == 0 || (now < 0 && Marshal.GetLastPInvokeError() != Errno.Interrupted))
                {
                    return false;
                }

                filled += (int)Math.Max(now, 0);
            }
        }

        return true;
    }
}
