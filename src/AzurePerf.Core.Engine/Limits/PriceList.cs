using System.Text.Json;
using AzurePerf.Core.Products;

namespace AzurePerf.Core.Limits;

/// <summary>Prices of requests by region and service, and of products, as an operator noted them on a day.</summary>
/// <param name="Date">The day.</param>
/// <param name="Currency">ISO 4217.</param>
/// <param name="Regions">Region to service (blob, queue, table) to the price of 10,000 requests; blobRead is that of requests that only
/// read blobs, where it is another than that of blob.</param>
/// <param name="Products">What storing and computing products cost; null where the file does not say.</param>
public sealed record PriceList(
    DateOnly Date, string Currency, IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> Regions,
    KeepingPrices? Products = null)
{
    /// <summary>The tag of a run that says where its target is.</summary>
    public const string RegionTag = "region";

    private const double RequestsPerPrice = 10_000;
    private const string Blob = "blob";
    private const string BlobRead = "blobRead";

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        UnmappedMemberHandling = System.Text.Json.Serialization.JsonUnmappedMemberHandling.Disallow,
        RespectRequiredConstructorParameters = true,
        RespectNullableAnnotations = true,
    };

    /// <summary>The list that comes with this build.</summary>
    public static PriceList Shipped { get; } = ReadShipped();

    /// <summary>Reads a price file.</summary>
    /// <exception cref="InvalidDataException">It is none; the message says where.</exception>
    public static PriceList Read(string json)
    {
        try
        {
            var list = JsonSerializer.Deserialize<PriceList>(json, Json) ?? throw new InvalidDataException("the price file is empty");
            foreach (var (region, prices) in list.Regions)
            {
                if (region == "any")
                {
                    throw new InvalidDataException(
                        "the price file has a region 'any': name the regions that its prices are of, because a run that names none has "
                            + "no estimate");
                }

                if (prices is null || !prices.Values.All(IsPrice))
                {
                    throw new InvalidDataException($"the prices of region '{region}' must be numbers from 0 on, by service");
                }
            }

            return list.Products is null || (IsPrice(list.Products.GigabyteMonth) && IsPrice(list.Products.SlotHour))
                ? list
                : throw new InvalidDataException("the prices of products must be numbers from 0 on: gigabyteMonth, slotHour");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException(
                $"the price file has an error at {exception.Path ?? "its begin"}: it needs date, currency and regions", exception);
        }
    }

    /// <summary>What the requests of a run cost.</summary>
    /// <param name="estimate">What it comes to.</param>
    /// <param name="region">Where its target is; null when the run does not say.</param>
    public CostEstimate CostOf(RunEstimate estimate, string? region)
    {
        if (estimate.SilentStage is { } stage)
        {
            return Without($"stage {stage} works on the target and does not say how many requests its tasks send");
        }

        if (estimate.Requests.Count == 0)
        {
            return Without("no account is measured, and what workers cost is in no price file");
        }

        if (region is null)
        {
            return Without(Regions.Keys.Order(StringComparer.Ordinal).FirstOrDefault() is { } priced
                ? $"add a tag such as {RegionTag}={priced}, because prices differ by region"
                : "the price file has no region");
        }

        if (Regions.GetValueOrDefault(region) is not { } prices)
        {
            return Without($"the price file has no region '{region}'");
        }

        return estimate.Requests.Keys.FirstOrDefault(service => !prices.ContainsKey(service)) is { } missing
            ? Without($"the price file has no price of {missing} requests in region '{region}'")
            : new(
                (estimate.Requests.Sum(service => service.Value * prices[service.Key]) - LessForReads(estimate, prices)) / RequestsPerPrice,
                Currency,
                Date,
                "requests to the measured account only: not what workers, traffic and stored bytes cost"
                    + (estimate.BlobReads > 0 && !prices.ContainsKey(BlobRead)
                        ? $"; reads of blobs at the price of {Blob}, because the price file has none of {BlobRead}" : ""));
    }

    private static double LessForReads(RunEstimate estimate, IReadOnlyDictionary<string, double> prices) =>
        prices.TryGetValue(BlobRead, out var read) ? estimate.BlobReads * (prices.GetValueOrDefault(Blob) - read) : 0;

    private static bool IsPrice(double price) => price >= 0 && double.IsFinite(price);

    private CostEstimate Without(string why) => new(null, Currency, Date, why);

    private static PriceList ReadShipped()
    {
        using var stream = typeof(PriceList).Assembly.GetManifestResourceStream("AzurePerf.Core.Limits.prices.json")!;
        using var reader = new StreamReader(stream);
        return Read(reader.ReadToEnd());
    }
}

/// <summary>What the requests of a run cost by a price file.</summary>
/// <param name="Amount">The cost; null where the file does not have every price that is needed.</param>
/// <param name="Currency">ISO 4217.</param>
/// <param name="PricesOf">The date of the prices.</param>
/// <param name="Note">Why there is no estimate, or what it leaves out. A sentence without full stop.</param>
public sealed record CostEstimate(double? Amount, string Currency, DateOnly PricesOf, string Note);
