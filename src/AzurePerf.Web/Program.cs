using AzurePerf.Hosting;
using AzurePerf.Web;

return await AzurePerfHost.RunAsync("web", args, builder => builder.AddWeb(args), app => app.MapWeb());
