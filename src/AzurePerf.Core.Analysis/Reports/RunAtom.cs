using System.Text;
using System.Xml;
using AzurePerf.Core.Api;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>A list of ended runs as an Atom feed (RFC 4287): the same runs give the same bytes.</summary>
public static class RunAtom
{
    private const string Namespace = "http://www.w3.org/2005/Atom";

    /// <summary>The feed.</summary>
    /// <param name="runs">Runs that have ended, the last first.</param>
    /// <param name="portal">Address of the portal, without a slash at its end.</param>
    /// <param name="self">Address of the feed itself.</param>
    /// <param name="filter">Which runs it has, as a query with its question mark; empty for all.</param>
    public static byte[] Of(IReadOnlyList<RunListItem> runs, string portal, string self, string filter)
    {
        ArgumentNullException.ThrowIfNull(runs);
        using var bytes = new MemoryStream();
        var layout = new XmlWriterSettings { Encoding = new UTF8Encoding(false), Indent = true, NewLineChars = "\n" };
        using (var xml = XmlWriter.Create(bytes, layout))
        {
            xml.WriteStartElement("feed", Namespace);
            Write(xml, "id", "urn:azureperf:runs:" + portal + filter);
            Write(xml, "title", "AzurePerf: ended runs");
            Write(xml, "updated", NumberFormat.InstantAttribute(runs.Select(UpdatedAt).DefaultIfEmpty(DateTimeOffset.UnixEpoch).Max()));
            WriteLink(xml, "self", self);
            WriteLink(xml, "alternate", portal + "/runs");
            foreach (var run in runs)
            {
                WriteEntry(xml, run, portal);
            }

            xml.WriteEndElement();
        }

        return bytes.ToArray();
    }

    private static void WriteEntry(XmlWriter xml, RunListItem run, string portal)
    {
        xml.WriteStartElement("entry", Namespace);
        Write(xml, "id", "urn:azureperf:run:" + run.Id);
        Write(xml, "title", $"{(run.Name.Length > 0 ? run.Name : run.Experiment)}: {run.Status.Words()}");
        Write(xml, "updated", NumberFormat.InstantAttribute(UpdatedAt(run)));
        WriteLink(xml, "alternate", $"{portal}/runs/{run.Id}");
        xml.WriteStartElement("author", Namespace);
        Write(xml, "name", run.Owner.Length > 0 ? run.Owner : "unknown");
        xml.WriteEndElement();
        Write(xml, "summary", SummaryOf(run));
        xml.WriteEndElement();
    }

    private static string SummaryOf(RunListItem run) => string.Join(". ", new[]
    {
        $"{run.Experiment} on {run.Target}",
        run.Reason,
        run.Headline is { } headline ? $"Best result (median): {HeadlineText.Value(headline.Value, headline.Unit)}" : "",
    }.Where(part => part.Length > 0));

    private static DateTimeOffset UpdatedAt(RunListItem run) => run.EndedAt ?? run.SubmittedAt;

    private static void WriteLink(XmlWriter xml, string relation, string address)
    {
        xml.WriteStartElement("link", Namespace);
        xml.WriteAttributeString("rel", relation);
        xml.WriteAttributeString("href", XmlSafeText.Of(address));
        xml.WriteEndElement();
    }

    private static void Write(XmlWriter xml, string element, string text) =>
        xml.WriteElementString(element, Namespace, XmlSafeText.Of(text));
}
