using System.Xml.Linq;
using AzurePerf.Storage.Access;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.Options;

namespace AzurePerf.Web.Access;

/// <summary>Keeps what signs cookies and forms in the control account: a host that starts anew, or another one, knows the forms that are open.</summary>
internal sealed class FormKeys(FormKeyStore stored) : IXmlRepository, IConfigureOptions<KeyManagementOptions>
{
    public void Configure(KeyManagementOptions options) => options.XmlRepository = this;

    // The framework asks seldom, at the first form and once a day, and in this way only.
    public IReadOnlyCollection<XElement> GetAllElements() => [.. stored.ListAsync(CancellationToken.None).ToBlockingEnumerable().Select(xml => XElement.Parse(xml))];

    public void StoreElement(XElement element, string friendlyName) =>
        stored.AddAsync(friendlyName, element.ToString(SaveOptions.DisableFormatting), CancellationToken.None).GetAwaiter().GetResult();
}
