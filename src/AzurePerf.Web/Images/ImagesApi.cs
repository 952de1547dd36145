using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Imagery.Images;
using AzurePerf.Storage.Products;
using AzurePerf.Web.Access;
using AzurePerf.Web.Documents;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Images;

/// <summary>/api/v1/runs/{id}/images and /api/v1/images: what runs made of images, and what a request for some would come to.</summary>
internal static class ImagesApi
{
    private const string Json = "application/json";

    public static void MapImages(this IEndpointRouteBuilder api)
    {
        var runs = api.MapGroup("/runs/{id}");
        MapHeads(runs);
        runs.MapGet("/images", ListAsync)
            .Explain("listImages", "The pictures and tables that a run made, with their files, and how much it could not make.",
                ProblemTypes.NotFound);
        runs.MapGet("/images/manifest.json", ManifestAsync)
            .Explain("getImageManifest", "What a run made of what: names, inputs, parameters and hashes of values.", ProblemTypes.NotFound)
            .GivesFile(Json);
        runs.MapGet("/images/provenance.json", ProvenanceAsync)
            .Explain("getImageProvenance", "Who made what of a run's images, when, and in how many attempts.", ProblemTypes.NotFound)
            .GivesFile(Json);
        runs.MapGet("/images/results/{key}/{name}", ResultAsync)
            .Explain("getImageResult", "A file of a picture or a table.", ProblemTypes.NotFound)
            .GivesFile([.. ImageFileNames.Types, ImageFileNames.Unknown]);
        runs.MapGet("/images/periods/{key}", PeriodAsync)
            .Explain("getImageOfPeriod", "What the days of a period became, of one tile, as a GeoTIFF.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound)
            .GivesFile(ImageFile.GeoTiffType, ImageFile.ItemType);
        runs.MapGet("/images/days/{day}/{key}", DayAsync)
            .Explain("getImageOfDay", "An image of a tile and day as a GeoTIFF.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound)
            .GivesFile(ImageFile.GeoTiffType, ImageFile.ItemType);
        runs.MapGet("/images.zip", ZipAsync)
            .Explain("getImagesZip", "One archive with the manifest, the provenance and all files of the results.",
                ProblemTypes.InvalidRequest, ProblemTypes.NotFound)
            .GivesFile("application/zip");
        api.MapGet("/images/keeping", KeepingAsync)
            .Explain("getImageKeeping", "What the products of each kind take, and whether keeping them is cheaper than making them again.");
        api.MapPost("/images/estimate", EstimateAsync).OnlyReads()
            .Explain("estimateImages", "What a request for images would come to; nothing is stored.", ProblemTypes.InvalidRun,
                ProblemTypes.InvalidRequest, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson)
            .TakesBody(RequestSchemas.Run,
                """{"experiment": "modis.pipeline", "parameters": {"product": "MOD11A1", "area": "box 5 45 16 55", "days": 7}}""");
    }

    /// <summary>Files can be asked for without their content.</summary>
    private static void MapHeads(RouteGroupBuilder runs)
    {
        string[] head = [HttpMethods.Head];
        runs.MapMethods("/images/manifest.json", head, ManifestAsync).ExcludeFromDescription();
        runs.MapMethods("/images/provenance.json", head, ProvenanceAsync).ExcludeFromDescription();
        runs.MapMethods("/images/results/{key}/{name}", head, ResultAsync).ExcludeFromDescription();
        runs.MapMethods("/images/periods/{key}", head, PeriodAsync).ExcludeFromDescription();
        runs.MapMethods("/images/days/{day}/{key}", head, DayAsync).ExcludeFromDescription();
        runs.MapMethods("/images.zip", head, ZipAsync).ExcludeFromDescription();
    }

    private static async Task<Results<TaggedJson<ImageListResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, string id, RunImages images, CancellationToken cancellationToken)
    {
        var found = await images.FindAsync(id, cancellationToken);
        return found.Images is null ? Missing(context, found.Missing) : TaggedJson<ImageListResponse>.Of(AnswerOf(id, found.Images.Index));
    }

    private static ImageListResponse AnswerOf(string id, ImageIndex index)
    {
        var address = ImageFileNames.AddressOf(id);
        return new(
            [.. index.Results.Select(result => new ImageResultResponse(
                result.Reduction, ImageFileNames.TitleOf(result.Reduction), result.First, result.Last, result.Coverage,
                [.. result.Files.Select(file => new ImageFileResponse(
                    file.Name, file.ContentType, ImageFileNames.AddressOf(id, result, file.Name)))], result.DataSet))],
            index.Periods, index.Images, index.NotCovered, index.NotMade, index.InputMissing, index.NotListed,
            address + "/manifest.json", address + "/provenance.json", address + ".zip", index.OfMadeGranules)
        {
            NothingMade = index.Asked.IsNothing,
        };
    }

    private static async Task<Results<ProductDownload, ProblemHttpResult>> ManifestAsync(
        HttpContext context, string id, RunImages images, ProductStore store, CancellationToken cancellationToken)
    {
        var found = await images.FindAsync(id, cancellationToken);
        return found.Images is { } listed
            ? new ProductDownload(store, listed.Manifest, "", Json, $"manifest-{id}.json")
            : Missing(context, found.Missing);
    }

    private static Task<Results<ProductDownload, ProblemHttpResult>> ProvenanceAsync(
        HttpContext context, string id, RunImages images, ProductStore store, CancellationToken cancellationToken) =>
        FileAsync(context, id, images, store, listed =>
            (ImageNames.ProvenanceOf(listed.Request, id), "", Json, $"provenance-{id}.json"), cancellationToken);

    private static Task<Results<ProductDownload, ProblemHttpResult>> ResultAsync(
        HttpContext context, string id, string key, string name, RunImages images, ProductStore store,
        CancellationToken cancellationToken) =>
        FileAsync(context, id, images, store, listed =>
            listed.Index.FindResult(key) is { } result && result.Files.FirstOrDefault(file => file.Name == name) is { } file
                ? (ImageNames.OfResult(listed.Request, result.First, result.Key), file.Suffix,
                    ImageFileNames.TypeOf(file.ContentType), ImageFileNames.SavedAs(result, file))
                : null, cancellationToken);

    private static async Task<Results<ProductDownload, ProblemHttpResult>> PeriodAsync(
        HttpContext context, string id, string key, string? part, RunImages images, ProductStore store,
        CancellationToken cancellationToken)
    {
        // The item of the days leads to them by their name in the catalogue.
        var isDays = part is null && key.EndsWith(ImageFileNames.EndOfDays, StringComparison.Ordinal);
        (key, part) = isDays ? (key[..^ImageFileNames.PartsOfPeriod["days"].Suffix.Length], "days") : (key, part);
        return ImageFileNames.PartsOfPeriod.TryGetValue(part ?? "", out var file)
            ? await FileAsync(context, id, images, store, listed =>
                listed.Index.FirstDayOf(key) is { } first
                    ? (ImageNames.OfPeriod(listed.Request, first, key), file.Suffix, file.ContentType, NameOf(key, file.Suffix))
                    : null, cancellationToken)
            : NoSuchPart(context, ImageFileNames.PartsOfPeriod.Keys);
    }

    private static async Task<Results<ProductDownload, ProblemHttpResult>> DayAsync(
        HttpContext context, string id, string day, string key, string? part, RunImages images, ProductStore store,
        CancellationToken cancellationToken) =>
        ImageFileNames.PartsOfDay.TryGetValue(part ?? "", out var file)
            ? await FileAsync(context, id, images, store, listed =>
                DateOnly.TryParseExact(day, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
                    && listed.Index.HasImage(date, key)
                    ? (ImageNames.OfDay(listed.Request, date, key), file.Suffix, file.ContentType, NameOf(key, file.Suffix))
                    : null, cancellationToken)
            : NoSuchPart(context, ImageFileNames.PartsOfDay.Keys);

    /// <summary>The keys of images end in .tif, and so does the name of the file next to one that ends otherwise.</summary>
    private static string NameOf(string key, string suffix) =>
        suffix.Length > 0 && key.EndsWith(".tif", StringComparison.Ordinal) ? key[..^".tif".Length] + suffix : key + suffix;

    private static async Task<Results<ProductDownload, ProblemHttpResult>> FileAsync(
        HttpContext context, string id, RunImages images, ProductStore store,
        Func<ListedImages, (ProductName Product, string Suffix, string ContentType, string FileName)?> choose,
        CancellationToken cancellationToken)
    {
        var found = await images.FindAsync(id, cancellationToken);
        if (found.Images is null)
        {
            return Missing(context, found.Missing);
        }

        if (choose(found.Images) is not var (name, suffix, contentType, fileName))
        {
            return Missing(context, "the list of this run's images names nothing like this");
        }

        try
        {
            return await store.FindAsync(name, cancellationToken) is { } product
                ? new ProductDownload(store, product, suffix, contentType, fileName)
                : Missing(context, ProductDownload.Gone);
        }
        catch (InvalidDataException unreadable)
        {
            return Missing(context, $"it cannot be read: {unreadable.Message}");
        }
    }

    private static async Task<Results<ImageZip, ProblemHttpResult>> ZipAsync(
        HttpContext context, string id, string? periods, RunImages images, ProductStore store, CancellationToken cancellationToken)
    {
        if (periods is not (null or "true" or "false"))
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [new("periods", "must be true or false")]);
        }

        var found = await images.FindAsync(id, cancellationToken);
        return found.Images is { } listed ? new ImageZip(store, listed, periods == "true") : Missing(context, found.Missing);
    }

    private static async Task<Ok<ImageKeepingResponse>> KeepingAsync(
        ProductStore store, PriceList prices, CancellationToken cancellationToken) => TypedResults.Ok(ImageKeepingResponse.Of(
            (await store.KindsAsync(cancellationToken)).Where(sum => sum.Kind != ProductKinds.Request)
                .OrderBy(sum => ProductKinds.All.ToList().IndexOf(sum.Kind))
                .Select(sum => (sum.Kind, sum.Count, sum.Bytes, sum.Seconds, sum.At)),
            prices));

    private static async Task<Results<Ok<ImageEstimateResponse>, ProblemHttpResult>> EstimateAsync(
        HttpContext context, RunSpecReader specs, ImageEstimates estimates, CancellationToken cancellationToken)
    {
        var body = await SubmittedBody.ReadAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var reading = specs.Read(body.Bytes);
        return reading.Spec is null ? ApiProblem.From(context, ProblemTypes.InvalidRun, reading.Faults)
            : await estimates.OfAsync(reading.Spec, context.Caller().Name, cancellationToken) is { } estimate ? TypedResults.Ok(estimate)
            : ApiProblem.From(
                context, ProblemTypes.InvalidRun, [new SpecFault("experiment", $"must be {RunImages.Experiment}: others make no images")]);
    }

    private static ProblemHttpResult Missing(HttpContext context, string why) => ApiProblem.From(context, ProblemTypes.NotFound, why);

    private static ProblemHttpResult NoSuchPart(HttpContext context, IEnumerable<string> known) => ApiProblem.From(
        context, ProblemTypes.InvalidRequest,
        [new("part", $"must be left out or one of {string.Join(", ", known.Where(part => part.Length > 0))}")]);
}
