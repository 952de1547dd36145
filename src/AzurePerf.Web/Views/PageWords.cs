using AzurePerf.Core.Views;

namespace AzurePerf.Web.Views;

/// <summary>What people call the pages that can be saved.</summary>
internal static class PageWords
{
    public static string Of(ViewedPage page) => page switch
    {
        ViewedPage.Run => "One run",
        ViewedPage.Tasks => "Tasks of a run",
        ViewedPage.Workers => "Workers and queues",
        ViewedPage.Experiment => "One experiment",
        ViewedPage.Submit => "New run",
        _ => page.ToString(),
    };
}
