namespace AzurePerf.Web.Charts;

/// <summary>Script and style of the charts, served from addresses that name their content.</summary>
internal static class ChartAssets
{
    /// <summary>The drawing library and our own modules, bundled.</summary>
    public static ChartAsset Script { get; } = new("charts.js", "text/javascript; charset=utf-8");

    public static ChartAsset Style { get; } = new("charts.css", "text/css; charset=utf-8");

    /// <summary>Of the whole portal: charts take their colours from it.</summary>
    public static ChartAsset SiteStyle { get; } = new("AzurePerf.Web.Portal.Assets.site.css", "text/css; charset=utf-8");

    private static Dictionary<string, ChartAsset> ByAddress { get; } = new[] { Script, Style }.ToDictionary(asset => asset.Address);

    /// <summary>Serves them; like the other assets before anybody is asked who he is.</summary>
    public static void UseChartAssets(this IApplicationBuilder app) => app.Use((context, next) =>
        HttpMethods.IsGet(context.Request.Method) && ByAddress.TryGetValue(context.Request.Path, out var asset)
            ? SendAsync(context, asset)
            : next(context));

    private static async Task SendAsync(HttpContext context, ChartAsset asset)
    {
        var compressed = context.Request.Headers.AcceptEncoding.ToString().Contains("gzip", StringComparison.OrdinalIgnoreCase);
        var body = compressed ? asset.Compressed.Value : asset.Content;
        context.Response.ContentType = asset.ContentType;
        context.Response.ContentLength = body.Length;
        context.Response.Headers.CacheControl = "public, max-age=31536000, immutable";
        context.Response.Headers.Vary = "Accept-Encoding";
        if (compressed)
        {
            context.Response.Headers.ContentEncoding = "gzip";
        }

        await context.Response.Body.WriteAsync(body, context.RequestAborted);
    }
}
