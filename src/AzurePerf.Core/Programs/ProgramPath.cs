using System.Text;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Programs;

/// <summary>Paths of files in a program's folder: relative, with slashes, and the same on every system.</summary>
internal static class ProgramPath
{
    private const int MostBytes = 1_000;
    private const int MostPartBytes = 255;
    private const int ShownCharacters = 80;

    /// <summary>What the worker puts next to the program.</summary>
    private static readonly string[] Taken = ["in", "out"];

    /// <summary>Why a text is no path of a file; null when it is one. What a folder's name ends in is taken off before.</summary>
    public static string? WhyNot(string path)
    {
        if (path.Length == 0)
        {
            return "is empty";
        }

        if (path.Any(TextSteering.Is))
        {
            return "has control characters";
        }

        if (path.Contains('\\', StringComparison.Ordinal))
        {
            return "has a backslash; folders are separated by a slash";
        }

        if (path[0] == '/' || (path.Length > 1 && path[1] == ':'))
        {
            return "is absolute; paths are relative to the program's folder";
        }

        var parts = path.Split('/');
        return parts.Any(part => part is "." or "..") ? "contains '.' or '..'"
            : parts.Any(part => part.Length == 0) ? "has an empty part"
            : Encoding.UTF8.GetByteCount(path) > MostBytes || parts.Any(part => Encoding.UTF8.GetByteCount(part) > MostPartBytes)
                ? $"is longer than {MostBytes} bytes, or has a part that is longer than {MostPartBytes}"
            : Taken.Contains(parts[0], StringComparer.OrdinalIgnoreCase)
                ? "is taken: in and out are the folders where the program finds its images and writes its results"
            : null;
    }

    /// <summary>A path as a sentence can show it: cut, and without characters that steer a text.</summary>
    public static string Shown(string path)
    {
        var text = string.Concat(path.Select(character => TextSteering.Is(character) || char.IsSurrogate(character) ? '?' : character));
        return text.Length <= ShownCharacters ? $"'{text}'" : $"'{text[..ShownCharacters]}...'";
    }
}
