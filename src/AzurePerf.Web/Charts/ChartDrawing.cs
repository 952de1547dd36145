using System.Text.Json;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Texts;
using Jint;

namespace AzurePerf.Web.Charts;

/// <summary>
/// Draws charts without a browser, by the same code as the portal's pages in an interpreter: a picture from the server is the one that a
/// page shows. One at a time, because each takes a processor for about a second; the first one reads the code and takes seconds. The
/// interpreter is left after each: it holds some 40 MB.
/// </summary>
/// <param name="longest">What a picture may take; null for many times what the largest takes on a slow machine.</param>
internal sealed class ChartDrawing(TimeSpan? longest = null) : IDisposable
{
    private const string Module = "charts";

    /// <summary>Of a picture, in CSS pixels: what a page of the portal gives a chart.</summary>
    private const int Width = 960;

    private static readonly Lazy<Prepared<Acornima.Ast.Module>> Code =
        new(() => Engine.PrepareModule(new ChartAsset("server.js", "text/javascript").Text));

    private static readonly string Theme = JsonSerializer.Serialize(ChartTheme.Light, JsonSerializerOptions.Web);

    private readonly TimeSpan _longest = longest ?? TimeSpan.FromSeconds(60);
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>The picture of a chart as SVG, with its title and its source inside.</summary>
    /// <param name="chart">The chart.</param>
    /// <param name="source">Where its numbers come from, in a line.</param>
    /// <param name="cancellationToken">Ends the wait for the turn.</param>
    /// <exception cref="InvalidOperationException">It took too long.</exception>
    public async Task<string> SvgAsync(Chart chart, string source, CancellationToken cancellationToken)
    {
        var data = JsonSerializer.Serialize(chart, ApiJson.Options);
        await _turn.WaitAsync(cancellationToken);
        try
        {
            return await Task.Run(() => Draw(data, source), CancellationToken.None);
        }
        catch (TimeoutException exception)
        {
            // As it is, it would look like a control account that does not answer.
            throw new InvalidOperationException($"the chart {chart.Id} was not drawn in {_longest.TotalSeconds} s", exception);
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private string Draw(string data, string source)
    {
        using var engine = new Engine(options => options.TimeoutInterval(_longest));
        engine.Modules.Add(Module, builder => builder.AddModule(Code.Value));
        return engine.Invoke(engine.Modules.Import(Module).Get("svg"), data, Theme, Width, source).AsString();
    }
}
