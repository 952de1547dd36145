namespace AzurePerf.Core.Programs;

/// <summary>Keeps the first bytes of the file that a program runs, which say whether a kernel would execute it.</summary>
public sealed class ProgramStart
{
    /// <summary>As much as Linux looks at for the name of an interpreter.</summary>
    private const int MostBytes = 256;

    private readonly byte[] _bytes = new byte[MostBytes];
    private int _count;

    private static ReadOnlySpan<byte> Script => "#!"u8;

    /// <summary>With the byte order mark of editors on Windows.</summary>
    private static ReadOnlySpan<byte> MarkedScript => "\uFEFF#!"u8;

    private static ReadOnlySpan<byte> Elf => "\u007fELF"u8;

    /// <summary>Whether a file that begins like this is one that Linux executes: a script that names its interpreter, or ELF.</summary>
    /// <param name="bytes">Four at least, or the whole file.</param>
    public static bool IsExecutable(ReadOnlySpan<byte> bytes) => bytes.StartsWith(Script) || bytes.StartsWith(Elf);

    /// <summary>Takes the next piece of the file.</summary>
    public void Take(ReadOnlySpan<byte> piece)
    {
        var taken = piece[..Math.Min(piece.Length, MostBytes - _count)];
        taken.CopyTo(_bytes.AsSpan(_count));
        _count += taken.Length;
    }

    /// <exception cref="ProgramFaultException">No Linux kernel executes the file. That one does is not said: it may be for another
    /// processor, or its interpreter may not be there.</exception>
    public void Demand(string path)
    {
        var bytes = _bytes.AsSpan(0, _count);
        if (bytes.StartsWith(Script))
        {
            var end = bytes.IndexOf((byte)'\n');
            if (end > 0 && bytes[end - 1] == '\r')
            {
                throw new ProgramFaultException(
                    $"The first line of {ProgramPath.Shown(path)} ends as on Windows (CR LF): save the file with LF alone.");
            }

            var line = (end < 0 ? bytes : bytes[..end])[Script.Length..];
            DemandInterpreter(path, line.TrimStart(" \t"u8), isCut: end < 0 && _count == MostBytes);
        }
        else if (bytes.StartsWith(MarkedScript))
        {
            throw new ProgramFaultException(
                $"{ProgramPath.Shown(path)} begins with a byte order mark, which no editor shows and Linux does not read past: save the "
                    + "file as UTF-8 without it.");
        }
        else if (!bytes.StartsWith(Elf))
        {
            throw new ProgramFaultException(
                $"{ProgramPackage.ManifestName} runs {ProgramPath.Shown(path)}, which cannot be executed: it is neither a script that "
                    + "begins with #! nor a program for Linux (ELF).");
        }
    }

    private static void DemandInterpreter(string path, ReadOnlySpan<byte> line, bool isCut)
    {
        if (line.IsEmpty)
        {
            throw new ProgramFaultException($"The first line of {ProgramPath.Shown(path)} names no interpreter after #!.");
        }

        if (isCut && line.IndexOfAny(" \t\0"u8) < 0)
        {
            throw new ProgramFaultException(
                $"The interpreter in the first line of {ProgramPath.Shown(path)} has too long a path: Linux reads {MostBytes} bytes.");
        }
    }
}
