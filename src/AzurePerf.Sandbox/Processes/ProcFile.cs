using System.Globalization;
using System.Text;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Processes;

/// <summary>Small files of /proc, read often.</summary>
internal static unsafe class ProcFile
{
    private const int CloseOnExecute = 0x80000;

    /// <summary>The bytes that were read; none when the process is gone.</summary>
    public static int Read(int process, string name, Span<byte> buffer)
    {
        Span<byte> path = stackalloc byte[64];
        var length = Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/{name}"), path);
        path[length] = 0;
        fixed (byte* pinnedPath = path, pinned = buffer)
        {
            var descriptor = LibC.Open(pinnedPath, CloseOnExecute, 0);
            if (descriptor < 0)
            {
                return 0;
            }

            var read = LibC.Read(descriptor, pinned, buffer.Length);
            _ = LibC.Close(descriptor);
            return (int)Math.Max(read, 0);
        }
    }

    /// <summary>The lines of a file, which a line feed ends and nothing else: names of files have carriage returns as they are.</summary>
    public static IEnumerable<string> Lines(string path)
    {
        using var file = new StreamReader(path);
        var line = new StringBuilder();
        for (var letter = file.Read(); letter >= 0; letter = file.Read())
        {
            if (letter != '\n')
            {
                line.Append((char)letter);
                continue;
            }

            yield return line.ToString();
            line.Clear();
        }
    }

    /// <summary>The ids of all processes that can be seen.</summary>
    public static IEnumerable<int> Processes() => Numbers("/proc");

    /// <summary>The ids of a process's threads; none when it is gone.</summary>
    public static IReadOnlyList<int> Threads(int process)
    {
        try
        {
            return [.. Numbers(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task"))];
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static IEnumerable<int> Numbers(string folder)
    {
        foreach (var path in Directory.EnumerateDirectories(folder))
        {
            if (int.TryParse(Path.GetFileName(path.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out var id))
            {
                yield return id;
            }
        }
    }
}
