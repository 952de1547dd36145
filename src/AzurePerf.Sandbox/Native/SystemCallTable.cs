using System.Globalization;
using System.Runtime.InteropServices;

namespace AzurePerf.Sandbox.Native;

/// <summary>One line of system-calls.txt: numbers are -1 where an architecture has no such call.</summary>
internal sealed record SystemCallRow(string Name, int X64, int Arm64, string Rule)
{
    public int NumberOn(Architecture architecture) => architecture == Architecture.X64 ? X64 : Arm64;
}

/// <summary>The system calls of both architectures, as data.</summary>
internal sealed class SystemCallTable
{
    private readonly Dictionary<string, SystemCallRow> _byName;

    private SystemCallTable(List<SystemCallRow> rows)
    {
        Rows = rows;
        _byName = rows.ToDictionary(row => row.Name, StringComparer.Ordinal);
    }

    public static SystemCallTable Embedded { get; } = Read();

    public IReadOnlyList<SystemCallRow> Rows { get; }

    /// <summary>The number of a call on this machine. Throws where the table has no such call: a mistake of the code.</summary>
    public int Number(string name) => Number(name, RuntimeInformation.ProcessArchitecture);

    public int Number(string name, Architecture architecture)
    {
        var number = _byName[name].NumberOn(architecture);
        return number >= 0 ? number : throw new NotSupportedException($"{name} is no system call of {architecture}");
    }

    private static SystemCallTable Read()
    {
        using var reader = new StreamReader(typeof(SystemCallTable).Assembly.GetManifestResourceStream("system-calls.txt")!);
        var rows = new List<SystemCallRow>();
        while (reader.ReadLine() is { } line)
        {
            if (line.Length > 0 && line[0] != '#')
            {
                var words = line.Split(' ');
                rows.Add(new(words[0], Of(words[1]), Of(words[2]), words[3]));
            }
        }

        return new(rows);
    }

    private static int Of(string word) => word == "-" ? -1 : int.Parse(word, CultureInfo.InvariantCulture);
}
