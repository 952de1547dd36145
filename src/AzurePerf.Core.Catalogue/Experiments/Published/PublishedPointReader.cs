using System.Globalization;
using System.Text;

namespace AzurePerf.Core.Experiments.Published;

/// <summary>Reads published figures from comma-separated lines, quoted as RFC 4180 has it but without line breaks inside a cell.</summary>
public static class PublishedPointReader
{
    public const string Header = "source,reference,experiment,series,x,x_unit,value,unit,statistic,note,not_compared";

    private static readonly string[] Columns = Header.Split(',');

    /// <exception cref="InvalidDataException">The header is another one, or a line lacks a cell, holds no number where one belongs, or says
    /// the same as another line.</exception>
    public static IReadOnlyList<PublishedPoint> Read(TextReader text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.ReadLine() != Header)
        {
            throw new InvalidDataException($"line 1: the columns must be {Header}");
        }

        var points = new List<PublishedPoint>();
        var known = new HashSet<PublishedPoint>();
        for (var number = 2; text.ReadLine() is { } line; number++)
        {
            var point = ReadLine(line, number);
            points.Add(
                known.Add(point with { Value = 0, Note = "", NotCompared = "" })
                    ? point
                    : throw Fault(number, "it has another number for what an earlier line has"));
        }

        return points;
    }

    private static PublishedPoint ReadLine(string line, int number)
    {
        var cells = SplitLine(line, number);
        if (cells.Count != Columns.Length)
        {
            throw Fault(number, string.Create(CultureInfo.InvariantCulture, $"it must have {Columns.Length} cells and has {cells.Count}"));
        }

        foreach (var column in new[] { 0, 1, 2, 3, 7, 8 })
        {
            if (cells[column].Length == 0)
            {
                throw Fault(number, $"{Columns[column]} is empty");
            }
        }

        return new()
        {
            Source = PublishedPoints.Citations.ContainsKey(cells[0])
                ? cells[0]
                : throw Fault(number, $"source '{cells[0]}' has no citation"),
            Reference = cells[1],
            Experiment = cells[2],
            Series = cells[3],
            X = cells[4],
            XUnit = cells[5].Length > 0 == cells[4].Length > 0
                ? cells[5]
                : throw Fault(number, "x and x_unit must both be there or both be missing"),
            Value = double.TryParse(cells[6], NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value)
                ? value
                : throw Fault(number, $"value '{cells[6]}' is not a number"),
            Unit = cells[7],
            Statistic = cells[8],
            Note = cells[9],
            NotCompared = cells[10],
        };
    }

    private static List<string> SplitLine(string line, int number)
    {
        var cells = new List<string>();
        var cell = new StringBuilder();
        var quoted = false;
        for (var index = 0; index < line.Length; index++)
        {
            switch (line[index])
            {
                case '"' when quoted && index + 1 < line.Length && line[index + 1] == '"':
                    cell.Append('"');
                    index++;
                    break;
                case '"':
                    quoted = !quoted;
                    break;
                case ',' when !quoted:
                    cells.Add(cell.ToString());
                    cell.Clear();
                    break;
                default:
                    cell.Append(line[index]);
                    break;
            }
        }

        cells.Add(cell.ToString());
        return quoted ? throw Fault(number, "a quoted cell does not end") : cells;
    }

    private static InvalidDataException Fault(int line, string what) =>
        new(string.Create(CultureInfo.InvariantCulture, $"line {line}: {what}"));
}
