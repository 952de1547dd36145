using System.Globalization;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>Decides whether a server is new enough to be measured.</summary>
internal static class PostgresVersion
{
    /// <summary>Copies of a database file by file, on which points rest, came with it.</summary>
    public const int Oldest = 15;

    /// <summary>What is wrong with a server of this version, as it goes on after the name of the setting; null for nothing.</summary>
    /// <param name="reported">What the server calls it: a number, and after it whatever its packager added, as in "16.2 (Debian
    /// 16.2-1)" or "19devel".</param>
    public static string? FaultOf(string reported)
    {
        ArgumentNullException.ThrowIfNull(reported);
        var (text, digits) = (reported.Trim(), reported.Trim().TakeWhile(char.IsAsciiDigit).Count());
        return !int.TryParse(text[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out var major)
                ? $"leads to a server whose version nobody can read, and it must be PostgreSQL {Oldest} or newer"
            : major < Oldest ? $"leads to PostgreSQL {text.Split(' ')[0]}, and it must be {Oldest} or newer"
            : null;
    }
}
