using System.Globalization;
using AzurePerf.Core.Api;

namespace AzurePerf.Web.Comparisons;

/// <summary>A ratio with its interval on the axis of its table. It shows what the text beside it says.</summary>
internal sealed record RatioBar(ComparedPointResponse Point, CompareTable Table)
{
    public const int Width = 144;

    public static string Middle => Text(Width / 2.0);

    public string MarginLeft => X(1 / (1 + Table.Margin));

    public string MarginWidth => Text(Table.X(1 + Table.Margin, Width) - Table.X(1 / (1 + Table.Margin), Width));

    public string X(double ratio) => Text(Table.X(ratio, Width));

    private static string Text(double place) => place.ToString("0.##", CultureInfo.InvariantCulture);
}
