using System.Runtime.InteropServices;
using System.Text;

namespace AzurePerf.Sandbox.Launch;

/// <summary>Memory that is never given back: the process ends or becomes another program.</summary>
internal static unsafe class NativeMemoryBlock
{
    public static byte* Take(int bytes) => (byte*)NativeMemory.AllocZeroed((nuint)Math.Max(bytes, 1));

    public static byte* Text(string text)
    {
        var bytes = Encoding.UTF8.GetByteCount(text);
        var native = Take(bytes + 1);
        Encoding.UTF8.GetBytes(text, new Span<byte>(native, bytes));
        return native;
    }

    /// <summary>Texts with a null after the last, as execve takes them.</summary>
    public static byte** Texts(IReadOnlyList<string> texts)
    {
        var native = (byte**)Take(sizeof(byte*) * (texts.Count + 1));
        for (var i = 0; i < texts.Count; i++)
        {
            native[i] = Text(texts[i]);
        }

        return native;
    }
}
