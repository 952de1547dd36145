using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Programs;

/// <summary>Programs for people and for programs.</summary>
internal static class ProgramReport
{
    private const int LabelColumns = 10;

    public static string Table(IReadOnlyList<ProgramResponse> programs, Sheet sheet)
    {
        if (programs.Count == 0)
        {
            return sheet.Advise("no programs yet; `azureperf programs add FOLDER` uploads one\n");
        }

        var table = new TextTable(
            new("hash"), new("name"), new("state"), new("kB"), new("uploaded"), new("by") { IsName = true },
            new("makes") { IsName = true });
        foreach (var program in programs)
        {
            table.Add(
                program.Hash[..ProgramHash.ShortestPrefix], program.Name, StateOf(program),
                NumberFormat.Significant(program.ZippedBytes / 1e3), NumberFormat.Minute(program.AddedAt), program.AddedBy,
                string.Join(", ", program.Outputs));
        }

        return string.Concat(table.Lines(sheet).Select(line => line + "\n"));
    }

    /// <summary>Everything about one program.</summary>
    public static string Details(ProgramResponse program, Sheet sheet)
    {
        var limits = program.Limits;
        (string Label, string Text)[] lines =
        [
            ("hash", program.Hash),
            ("name", program.Name),
            ("state", program.RevokedAt is { } revoked ? $"revoked by {program.RevokedBy}, {NumberFormat.Minute(revoked)}" : "can run"),
            ("runs", string.Join(' ', [program.Run, .. program.Arguments])),
            ("inputs", program.Inputs == ProgramInput.GeoTiff ? "GeoTIFF" : "flat: little-endian doubles"),
            ("makes", string.Join(", ", program.Outputs)),
            ("limits",
                $"{NumberFormat.Count(limits.MemoryMegabytes)} MiB of memory, {NumberFormat.Count(limits.Seconds)} s, "
                    + $"{NumberFormat.Count(limits.Processes)} {(limits.Processes == 1 ? "process" : "processes")}, "
                    + $"{NumberFormat.Count(limits.FileMegabytes)} MiB in {NumberFormat.Counted(limits.Files, "file")}"),
            ("size",
                $"{NumberFormat.Counted(program.Files, "file")}, {NumberFormat.Megabytes(program.ZippedBytes)} MB, unpacked "
                    + $"{NumberFormat.Megabytes(program.UnpackedBytes)} MB"),
            ("uploaded", $"by {program.AddedBy}, {NumberFormat.Minute(program.AddedAt)}"),
        ];
        return string.Concat(lines
            .SelectMany(line => sheet.Wrap(line.Text, line.Label.PadRight(LabelColumns), new(' ', LabelColumns)))
            .Select(line => line + "\n"));
    }

    /// <summary>One line per program.</summary>
    public static string Csv(IReadOnlyList<ProgramResponse> programs)
    {
        var csv = new CsvText(
            "programHash", "name", "state", "zippedBytes", "unpackedBytes", "files", "outputs", "addedBy", "addedAt", "revokedAt",
            "revokedBy");
        foreach (var program in programs)
        {
            csv.Add(
                program.Hash, program.Name, StateOf(program), program.ZippedBytes, program.UnpackedBytes, program.Files,
                string.Join(' ', program.Outputs), program.AddedBy, program.AddedAt, program.RevokedAt, program.RevokedBy);
        }

        return csv.ToString();
    }

    private static string StateOf(ProgramResponse program) => program.RevokedAt is null ? "can run" : "revoked";
}
