using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Storage.Products;

/// <summary>What names a product: two tasks that would make the same bytes ask for the same name. The name of its blob is
/// <c>kind/product/yyyy-MM-dd/key</c>.</summary>
public sealed partial record ProductName
{
    /// <summary>Characters of a key.</summary>
    public const int KeyCharacters = 200;

    /// <param name="kind">One of <see cref="ProductKinds.All"/>.</param>
    /// <param name="product">What it is an image of, such as MOD04_L2: 1 to 40 letters, digits and underscores.</param>
    /// <param name="day">The first day (UTC) that it is of.</param>
    /// <param name="key">What tells it from others of that day, such as a tile and the hash of inputs, parameters and kernel: 1 to
    /// <see cref="KeyCharacters"/> letters, digits, dots, hyphens and underscores, with slashes between them.</param>
    /// <exception cref="ArgumentException">A part cannot be in a name; the message says which.</exception>
    public ProductName(string kind, string product, DateOnly day, string key)
    {
        Kind = ProductKinds.All.Contains(kind)
            ? kind
            : throw new ArgumentException($"'{kind}' is no kind of product: {string.Join(", ", ProductKinds.All)}");
        Product = ProductPart().IsMatch(product)
            ? product
            : throw new ArgumentException($"'{product}' names no product: 1 to 40 letters, digits and underscores");
        Day = day;
        Key = key.Length <= KeyCharacters && KeyPart().IsMatch(key)
            ? key
            : throw new ArgumentException(
                $"'{key}' is no key of a product: 1 to {KeyCharacters} letters, digits, dots, hyphens and underscores, slashes between");
    }

    /// <summary>One of <see cref="ProductKinds.All"/>.</summary>
    public string Kind { get; }

    /// <summary>What it is an image of.</summary>
    public string Product { get; }

    /// <summary>The first day (UTC) that it is of.</summary>
    public DateOnly Day { get; }

    /// <summary>What tells it from others of that day.</summary>
    public string Key { get; }

    /// <summary>Reads the name of a product's blob.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static ProductName Parse(string blobName) =>
        TryParse(blobName) ?? throw new FormatException($"'{blobName}' names no product: kind/product/yyyy-MM-dd/key");

    /// <summary>The same; null for the name of anything else.</summary>
    public static ProductName? TryParse(string blobName)
    {
        try
        {
            return blobName.Split('/', 4) is [var kind, var product, var day, var key]
                && DateOnly.TryParseExact(day, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
                    ? new(kind, product, date, key)
                    : null;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>The name of its blob.</summary>
    public override string ToString() => FolderOf(Kind, Product, Day) + Key;

    /// <summary>The name of the file next to it that ends in a suffix; its own for an empty one.</summary>
    /// <param name="suffix">Such as .json or /legend.json: up to 80 letters, digits, dots, hyphens, underscores and slashes, of which a
    /// dot or a slash is first.</param>
    /// <exception cref="ArgumentException">The suffix has other characters.</exception>
    public string WithSuffix(string suffix) => suffix.Length == 0 || SuffixPart().IsMatch(suffix)
        ? ToString() + suffix
        : throw new ArgumentException($"'{suffix}' is no suffix of a product's file, such as .json");

    /// <summary>What the blobs of a day begin with.</summary>
    internal static string FolderOf(string kind, string product, DateOnly day) =>
        string.Create(CultureInfo.InvariantCulture, $"{kind}/{product}/{day:yyyy-MM-dd}/");

    [GeneratedRegex(@"^[A-Za-z0-9_]{1,40}\z")]
    private static partial Regex ProductPart();

    [GeneratedRegex(@"^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*(?<!\.)\z")]
    private static partial Regex KeyPart();

    [GeneratedRegex(@"^[./][A-Za-z0-9_./-]{0,78}[A-Za-z0-9_-]\z")]
    private static partial Regex SuffixPart();
}

/// <summary>What products are made for.</summary>
public static class ProductKinds
{
    /// <summary>A granule as an archive gave it.</summary>
    public const string Source = "source";

    /// <summary>An image of a day on a tile.</summary>
    public const string Image = "image";

    /// <summary>Images of days, aggregated.</summary>
    public const string Period = "period";

    /// <summary>What people asked for: pictures and tables.</summary>
    public const string Result = "result";

    /// <summary>What a request was and what came of it.</summary>
    public const string Request = "request";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<string> All { get; } = [Source, Image, Period, Result, Request];
}
