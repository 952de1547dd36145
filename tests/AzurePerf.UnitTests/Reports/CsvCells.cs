using System.Text;

namespace AzurePerf.UnitTests.Reports;

/// <summary>Reads comma-separated text as RFC 4180 quotes it.</summary>
internal static class CsvCells
{
    /// <summary>The lines with their cells, that of the names first.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Of(string csv)
    {
        var (lines, cells, cell, quoted) = (new List<IReadOnlyList<string>>(), new List<string>(), new StringBuilder(), false);
        for (var index = 0; index < csv.Length; index++)
        {
            switch (csv[index])
            {
                case '"' when quoted && index + 1 < csv.Length && csv[index + 1] == '"':
                    cell.Append('"');
                    index++;
                    break;
                case '"':
                    quoted = !quoted;
                    break;
                case ',' when !quoted:
                    EndCell();
                    break;
                case '\n' when !quoted:
                    EndCell();
                    lines.Add(cells);
                    cells = [];
                    break;
                case var character:
                    cell.Append(character);
                    break;
            }
        }

        return lines;

        void EndCell()
        {
            cells.Add(cell.ToString());
            cell.Clear();
        }
    }
}
